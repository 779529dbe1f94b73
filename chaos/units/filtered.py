"""filtered.py ALLOWED DENIED PROGRAM...: runs a program with the system calls that systemd would leave it.

ALLOWED and DENIED are sets as SystemCallFilter= takes them, such as "@system-service" and "@privileged @resources". Everything else
ends with EPERM. What @default has can't be denied: the program could not even start.
"""

import ctypes
import errno
import os
import subprocess
import sys

ALLOW = 0x7FFF0000
REFUSE = 0x00050000 | errno.EPERM


def members(names):
    found = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        lines = subprocess.check_output(["systemd-analyze", "syscall-filter", name], text=True).splitlines()
        found |= members([line.strip() for line in lines[1:] if line.strip() and not line.strip().startswith("#")])
    return found


allowed, denied, *program = sys.argv[1:]
default = members(["@default"])
calls = default | (members(allowed.split()) - members(denied.split()))

seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p
seccomp.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
context = seccomp.seccomp_init(REFUSE)
for call in calls:
    # Some belong to other machines.
    number = seccomp.seccomp_syscall_resolve_name(call.encode())
    if number >= 0:
        assert seccomp.seccomp_rule_add(context, ALLOW, number, 0) == 0, call
assert seccomp.seccomp_load(context) == 0
os.execv(program[0], program)
