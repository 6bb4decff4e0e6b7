/** All commands, in the order in which help lists them. */
import { clientHistory, clientList } from './client.ts';
import { companyStatus } from './company.ts';
import { employeeList } from './employee.ts';
import { financeLedger } from './finance.ts';
import { marketBrowse } from './market.ts';
import { reportMonthly } from './report.ts';
import { scratchpadAppend, scratchpadClear, scratchpadRead, scratchpadWrite } from './scratchpad.ts';
import { simResume } from './sim.ts';
import { taskAccept } from './taskAccept.ts';
import { taskAssignAll, taskAssignMany, taskAssignOne } from './taskAssign.ts';
import { taskCancel } from './taskCancel.ts';
import { taskDispatch } from './taskDispatch.ts';
import { taskInspect, taskList } from './taskView.ts';
import type { Command } from './command.ts';
import type { Rules } from '../preset.ts';

const COMMANDS: readonly Command[] = [
  companyStatus,
  employeeList,
  clientList,
  clientHistory,
  marketBrowse,
  taskAccept,
  taskAssignOne,
  taskAssignMany,
  taskAssignAll,
  taskDispatch,
  taskCancel,
  taskList,
  taskInspect,
  simResume,
  financeLedger,
  reportMonthly,
  scratchpadRead,
  scratchpadWrite,
  scratchpadAppend,
  scratchpadClear,
];

export function commandsUnder(rules: Rules): readonly Command[] {
  return COMMANDS.filter((command) => command.rules === undefined || command.rules === rules);
}
