"""A chapter's notebook in JupyterLab, driven in a real browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress

import pytest

from judge import catalog
from judge.source import Source

webdriver = pytest.importorskip("selenium.webdriver")
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
CH02 = catalog.find("ch02")
SOURCE = Source((catalog.solution_home(CH02) / "linear.py").read_text(encoding="utf-8"))
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update --window-size=1200,1000"
)
SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},  # every cell is there
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
}
BOOK = "window.jupyterapp.shell.currentWidget.content"
READY = """
const shell = window.jupyterapp?.shell, panel = shell?.currentWidget;
for (const one of panel ? [] : shell?.widgets("main") ?? []) shell.activateById(one.id);
return panel?.content?.widgets?.length && panel.sessionContext?.session?.kernel?.status === "idle";
"""
RUN = """
const [text] = arguments;
const app = window.jupyterapp, book = app.shell.currentWidget.content;
window.shown = null;
(async () => {
  if (text === null) {
    await app.commands.execute("notebook:clear-all-cell-outputs");
    await app.commands.execute("notebook:run-all-cells");
  } else {
    book.activeCellIndex = book.widgets.length - 1;
    await app.commands.execute("notebook:insert-cell-below");
    book.activeCell.model.sharedModel.setSource(text);
    await app.commands.execute("notebook:run-cell");
  }
  window.shown = book.widgets.map((cell) => cell.outputArea?.node.innerText ?? "");
})();
"""
PICTURES = """
const tall = (one) => one.getBoundingClientRect().height > 50;
const pictures = ".jp-OutputArea img, .jp-OutputArea svg[role=img]";
return [...document.querySelectorAll(".jp-Notebook .jp-Cell")].map(
  (cell) => [...cell.querySelectorAll(pictures)].filter(tall).length);
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium and chromedriver here"),
]


def column_layer(wrong=False):
    """A cell that submits the constructor and the loader of ColumnParallelLinear."""
    names = ("__init__", "weight_loader")
    nodes = [SOURCE.once(f"ColumnParallelLinear.{name}") for name in names]
    methods = [SOURCE.block(node, b"    ", b"\n").decode() for node in nodes]
    cell = "%%submit ch02.2\nclass ColumnParallelLinear:\n" + "\n".join(methods)
    right = "self.tp_rank * size"
    assert right in cell
    return cell.replace(right, "0 * size") if wrong else cell


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def answers(url):
    with suppress(OSError), urllib.request.urlopen(url, timeout=5):
        return True
    return False


@pytest.fixture
def server(course, folder, tmp_path):
    """The address of JupyterLab in a fresh clone."""
    shutil.copy(catalog.home(CH02) / "lesson.ipynb", folder)
    settings = tmp_path / "config" / "labconfig" / "default_setting_overrides.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(SETTINGS), encoding="utf-8")
    port = free_port()
    options = (
        f"--no-browser --allow-root --ServerApp.port={port} --ServerApp.ip=127.0.0.1 "
        f"--ServerApp.root_dir={course} --IdentityProvider.token=test --expose-app-in-browser "
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"
    )
    env = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    env |= {"JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"), "IPYTHONDIR": str(tmp_path / "ipy")}
    with open(tmp_path / "server.log", "wb") as log:
        command = [sys.executable, "-m", "jupyterlab", *options.split()]
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    yield process, f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(timeout=30)


@pytest.fixture
def browser(tmp_path):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in [*FLAGS.split(), f"--user-data-dir={tmp_path / 'profile'}"]:
        options.add_argument(flag)
    browser = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    # JupyterLab's current notebook is the one with the focus, which a hidden window may never get
    browser.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    yield browser
    keep(browser, "last")
    browser.quit()


def run(browser, wait, text=None):
    """What each cell shows, after all have run, or one that is added."""
    browser.execute_script(RUN, text)
    return wait.until(lambda page: page.execute_script("return window.shown"))


def test_a_reader_runs_a_lesson_and_submits_a_wrong_and_a_right_cell(server, browser):
    process, address = server
    wait = WebDriverWait(browser, 150, poll_frequency=0.2)
    wait.until(lambda _: process.poll() is None and answers(f"{address}/api"))
    browser.get(f"{address}/lab/tree/chapters/ch02_linear/lesson.ipynb?token=test")
    wait.until(lambda page: page.execute_script(READY))

    shown = "\n".join(run(browser, wait))
    assert "ch02.4 row parameters is not written yet" in shown
    assert "NOT FINISHED" in shown
    assert sum(browser.execute_script(PICTURES)) >= 1

    *_others, shown = run(browser, wait, column_layer(wrong=True))
    keep(browser, "wrong")
    assert "NOT YET" in shown
    assert "ch02.2 column loader" in shown
    assert browser.execute_script(PICTURES)[-1] == 1

    *_others, shown = run(browser, wait, column_layer())
    keep(browser, "right")
    assert "ACCEPTED" in shown


def keep(browser, name):
    """With JUPYTERLAB_PICTURES=DIR, a picture of what the reader sees."""
    if folder := os.environ.get("JUPYTERLAB_PICTURES"):
        browser.execute_script(f"{BOOK}.widgets.at(-1).node.scrollIntoView({{block: 'end'}})")
        browser.save_screenshot(f"{folder}/{name}.png")
