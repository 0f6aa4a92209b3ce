"""--model with a directory that is no model's: told in one line, before anything is run."""

import pytest

from judge.errors import UsageError
from judge.hidden import ch11


@pytest.mark.parametrize("config", ['{"model_type": "qwen3"}', "[]", "{", '{"hidden_size": []'])
def test_a_config_without_the_sizes_of_a_model_is_the_users_fault(tmp_path, config):
    (tmp_path / "config.json").write_text(config)
    with pytest.raises(UsageError, match=r"config\.json does not have the sizes of a Qwen3 model"):
        ch11.for_model(tmp_path)


def test_a_directory_without_a_config_is_told_so(tmp_path):
    with pytest.raises(UsageError, match="there is no config.json in it"):
        ch11.for_model(tmp_path)
