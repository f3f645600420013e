import ast
from importlib import import_module
from pathlib import Path

import orlop.engine
from orlop.engine.warmup import KERNEL_MODULES, warm_up

ENGINE = Path(orlop.engine.__path__[0])


def kernels_by_module():
    found = {}
    for path in ENGINE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        names = [f.name for f in functions if any(ast.unparse(d) == "kernel" for d in f.decorator_list)]
        if names:
            found[".".join(("orlop.engine", *path.relative_to(ENGINE).with_suffix("").parts))] = names
    return found


def test_every_module_with_kernels_is_warmed_and_no_other():
    assert sorted(KERNEL_MODULES) == sorted(kernels_by_module())


def test_after_warming_up_every_kernel_is_compiled_and_each_module_was_reported():
    reports = []
    warm_up(lambda *report: reports.append(report))
    count = len(KERNEL_MODULES)
    assert reports == [(i, count, KERNEL_MODULES[min(i, count - 1)]) for i in range(count + 1)]
    for module, names in kernels_by_module().items():
        for name in names:
            assert getattr(import_module(module), name).signatures, f"{module}.{name} is not called by warm()"
