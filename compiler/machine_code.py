"""From the representation to the machine code of a processor."""

import re
from collections.abc import Sequence

from llvmlite import binding as llvm

from compiler.targets import PAGE, Processor, System, fragment
from docena.engine.native import PREFIX

_MATHEMATICS = re.compile(
    r"llvm\.(a?(sin|cos|tan)h?|sincos|atan2|exp|exp2|exp10|log|log2|log10|pow|powi|fma|fmuladd|ldexp|frexp"
    r"|floor|ceil|trunc|rint|nearbyint|round|roundeven)\.v?\d*f(16|32|64)"
)
"""Operations that some processors have and others take from a library, with other last digits."""


_MEMORY = "memory"
_FRAGMENTS: dict[str, list[str]] = {".dll": [_MEMORY, "start_windows"], PAGE.suffix: []}
"""Fragments with what would otherwise come from a C library: LLVM calls the one, Windows the other. Browsers have their
own instructions for memory."""
_NEEDED_BY_OTHERS = {"memset", "memcpy", "DllMainCRTStartup"}


def object_of(representations: Sequence[str], processor: Processor, system: System) -> bytes:
    """An object file with the entries of a library, optimised as one module; it needs nothing from outside."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()
    machine = llvm.Target.from_triple(system.triple).create_target_machine(
        cpu=processor.cpu, features=processor.features, opt=3, reloc="static" if system == PAGE else "pic"
    )
    fragments = [*processor.fragments, *_FRAGMENTS.get(system.suffix, [_MEMORY])]
    module = _joined([*map(fragment, fragments), *representations], machine, system)
    for function in module.functions:
        if function.is_declaration:
            continue
        if function.name.startswith(PREFIX) and function.linkage != llvm.Linkage.internal:
            function.storage_class = "dllexport" if system.suffix == ".dll" else "default"
        elif function.name not in _NEEDED_BY_OTHERS:
            function.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    if missing := sorted(_missing(module)):
        raise SystemExit(f"compiled code must not raise, allocate or call a library; this needs {', '.join(missing)}")
    return bytes(machine.emit_object(module))


def _missing(module: llvm.ModuleRef) -> set[str]:
    """What an optimised module needs from outside, or would have to ask a library of mathematics for."""
    declared = {function.name for function in module.functions if function.is_declaration}
    found = {name for name in declared if not name.startswith("llvm.") or _MATHEMATICS.match(name)}
    return found | ({"fmod"} if re.search(r"^ *%\S+ = frem ", str(module), re.MULTILINE) else set())


def _joined(texts: Sequence[str], machine: llvm.TargetMachine, system: System) -> llvm.ModuleRef:
    whole: llvm.ModuleRef | None = None
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{system.triple}"\n'
    for text in texts:
        bare = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
        part = llvm.parse_assembly(head + bare)
        part.verify()
        if whole is None:
            whole = part
        else:
            whole.link_in(part)
    assert whole is not None
    return whole
