import ast
from pathlib import Path

import orlop.engine
from orlop.engine.warmup import KERNEL_MODULES, warm_up

ENGINE = Path(orlop.engine.__path__[0])


def functions_of(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def classes_of(path):
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ClassDef)]


def kernels_by_module():
    found = {}
    for path in ENGINE.rglob("*.py"):
        names = [
            f.name
            for f in functions_of(path)
            if any(ast.unparse(d) in ("kernel", "sum_kernel") for d in f.decorator_list)
        ]
        if names:
            found[".".join(("orlop.engine", *path.relative_to(ENGINE).with_suffix("").parts))] = names
    return found


def called_from_warm():
    """Names of functions that some `warm` calls, or what it calls, and so on."""
    calls, reached = {}, {"warm"}
    for path in ENGINE.rglob("*.py"):
        for made in classes_of(path):  # to call a class is to call what makes its instances
            calls.setdefault(made.name, set()).update({"__init__", "__post_init__"})
        for function in functions_of(path):
            nodes = [n for statement in function.body for n in ast.walk(statement) if isinstance(n, ast.Call)]
            names = {n.func.id if isinstance(n.func, ast.Name) else getattr(n.func, "attr", "") for n in nodes}
            calls.setdefault(function.name, set()).update(names)
    waiting = ["warm"]
    while waiting:
        for name in calls.get(waiting.pop(), set()) - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def test_every_module_with_kernels_is_warmed_and_no_other():
    assert sorted(KERNEL_MODULES) == sorted(kernels_by_module())


def test_every_kernel_is_called_by_a_warm_or_by_what_that_calls():
    # By the source: a kernel that comes from numba's cache does not load those that it calls.
    reached = called_from_warm()
    missed = [
        f"{module}.{name}" for module, names in kernels_by_module().items() for name in names if name not in reached
    ]
    assert not missed


def test_warming_up_reports_each_module_in_turn():
    reports = []
    warm_up(lambda *report: reports.append(report))
    count = len(KERNEL_MODULES)
    assert reports == [(i, count, KERNEL_MODULES[min(i, count - 1)]) for i in range(count + 1)]
