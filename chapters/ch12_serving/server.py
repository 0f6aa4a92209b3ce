"""An OpenAI-compatible service over the tensor-parallel engine.

Stock clients can talk to it: /v1/completions, /v1/chat/completions, streamed or not, /v1/models and
/health. Requests that arrive together decode together. Left out: paged attention, prefix caching,
several models, tools, log probabilities, API keys. `command` is where it begins; this file stays
small because every spawned rank imports it again.

python -m solutions.ch12_serving.server --model DIR --tp 2 --port 0
"""

import sys

if __name__ == "__main__":
    from .command import main

    sys.exit(main())
