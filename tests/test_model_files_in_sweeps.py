"""An agent that judges by a file's model is another agent when the file is another one: nothing is mixed, here or in a worker."""

import dataclasses

import numpy as np
import pytest
from sweeps import small

from lotrsim.agents import base
from lotrsim.agents.search.models import save_model
from lotrsim.agents.search.weights import MODEL
from lotrsim.experiments import Experiment, OtherSweep
from lotrsim.experiments import folder as folders
from lotrsim.experiments import runner as experiment_runner

FORMS = ("mcts:2?model={}", "mcts-value:2?model={}", "mix:planning=mcts:2?model={}", "heuristic+flat-mc:2?model={}")


@pytest.fixture
def model(tmp_path):
    """Writes a model with a given bias, and returns its path."""

    def write(bias):
        numbers = np.array(MODEL)
        numbers[1] = bias
        save_model(tmp_path / "model.npz", numbers)
        return tmp_path / "model.npz"

    return write


@pytest.mark.parametrize("form", FORMS)
def test_what_an_agent_has_read_is_known_by_its_hash(model, form):
    first = base.get(form.format(model(0.1))).read
    assert first and base.get(form.format(model(0.2))).read != first
    assert base.get(form.format(model(0.1))).read == first


@pytest.mark.parametrize("agent", ["random", "heuristic", "mcts:2", "mcts-value:2", "mix:planning=mcts:2", "mcts:2+random"])
def test_most_agents_read_nothing(agent):
    assert base.get(agent).read == ""


@pytest.mark.parametrize("form", FORMS[:3])
def test_a_folder_of_another_model_is_refused(model, tmp_path, form):
    agent = form.format(model(0.1))
    folders.open_folder(tmp_path / "s", small(agents=[agent], games=1))
    folders.open_folder(tmp_path / "s", small(agents=[agent], games=2))  # more of the same
    folders.open_folder(tmp_path / "s", small(agents=[agent, "random"], games=2))
    model(0.2)
    with pytest.raises(OtherSweep, match="the model of its agent '.*' was another one"):
        folders.open_folder(tmp_path / "s", small(agents=[agent, "random"], games=2))


def test_a_worker_with_another_model_plays_nothing(model):
    agent = f"mcts:2?model={model(0.1)}"
    [chunk] = experiment_runner.cut(Experiment(["passage-through-mirkwood"], ["core-lore"], [agent], 1), 1)
    model(0.2)
    assert "the model of mcts:2" in experiment_runner.play_chunk(chunk).error
    plain = dataclasses.replace(chunk, cell=dataclasses.replace(chunk.cell, agent="random"))
    assert experiment_runner.play_chunk(plain).error == ""
