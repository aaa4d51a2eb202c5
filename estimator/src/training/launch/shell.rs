//! Command lines that start a process an accelerator.

use crate::script::{Command, Machines};

/// `torchrun` over the machines: every node runs the same line, below a `note` on it.
pub(super) fn torchrun(machines: Machines, note: &str) -> Command {
    let lines = note.lines().map(|line| format!("# {line}\n"));
    let mut command = Command::new(&format!("{}torchrun", lines.collect::<String>()));
    processes(&mut command, machines);
    command
}

/// The options of `torchrun` over the machines.
pub(super) fn processes(command: &mut Command, machines: Machines) {
    command.option("--nnodes", machines.nodes);
    command.option("--nproc-per-node", machines.each);
    if machines.nodes > 1 {
        command.option("--rdzv-backend", "c10d");
        command.raw("--rdzv-endpoint \"$MASTER_ADDR:29500\"");
    } else {
        command.flag("--standalone");
    }
}
