/** Draws the bars of tasks on a canvas, on the time axis that all charts share. */
import type { TimelineTask, TimelineView } from '../../../workers/startup/timeline.ts';
import { PLOT_LEFT, PLOT_RIGHT } from '../charts/plot.ts';
import type { Look } from '../charts/picture.ts';
import { timeTicks } from '../charts/timeTicks.ts';
import { extentOf, FATE_LOOKS } from './fates.ts';
import { shareOf, type Span } from './span.ts';

export const ROW_HEIGHT = 18;
export const HEADER_HEIGHT = 20;
const BAR_HEIGHT = 11;
/** Narrower bars have no room for a title. */
const NARROWEST_TITLED = 48;

export interface GanttScene {
  readonly tasks: readonly TimelineTask[];
  /** Of each task. */
  readonly rows: readonly number[];
  readonly payrolls: TimelineView['payrolls'];
  readonly window: Span;
  /** Where bars that have not ended stop. */
  readonly now: number;
  /** The id of the task that is pointed at. */
  readonly pointed: string | null;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
}

export function drawGantt(context: CanvasRenderingContext2D, scene: GanttScene, look: Look): void {
  const { width, height, tasks } = scene;
  context.clearRect(0, 0, width, height);
  context.font = `11px ${look.family}`;
  context.textBaseline = 'middle';
  drawGrid(context, scene, look);
  context.save();
  context.beginPath();
  context.rect(PLOT_LEFT, HEADER_HEIGHT, width - PLOT_LEFT - PLOT_RIGHT, height - HEADER_HEIGHT);
  context.clip();
  for (const [index, task] of tasks.entries()) {
    const top = topOf(index, scene);
    if (top > height || top + ROW_HEIGHT < HEADER_HEIGHT) continue;
    drawTask(context, task, top, scene, look);
  }
  context.restore();
}

/** The task at a place of the canvas. */
export function taskAt(scene: GanttScene, { x, y }: { readonly x: number; readonly y: number }): TimelineTask | null {
  if (y < HEADER_HEIGHT) return null;
  const found = scene.tasks.find((task, index) => {
    const top = topOf(index, scene);
    const { from, to } = extentOf(task, scene.now);
    return y >= top && y < top + ROW_HEIGHT && x >= xOf(from, scene) - 2 && x <= xOf(to, scene) + 2;
  });
  return found ?? null;
}

function topOf(index: number, { rows, scrolled }: GanttScene): number {
  return HEADER_HEIGHT + (rows[index] ?? 0) * ROW_HEIGHT - scrolled;
}

export function xOf(time: number, { window, width }: Pick<GanttScene, 'window' | 'width'>): number {
  return PLOT_LEFT + shareOf(time, window) * (width - PLOT_LEFT - PLOT_RIGHT);
}

function drawGrid(context: CanvasRenderingContext2D, scene: GanttScene, { token }: Look): void {
  const { window, width, height, payrolls } = scene;
  context.textAlign = 'center';
  context.lineWidth = 1;
  context.setLineDash([]);
  for (const { time, label } of timeTicks(window.from, window.to, width - PLOT_LEFT - PLOT_RIGHT)) {
    context.fillStyle = token('--text-muted');
    context.fillText(label, xOf(time, scene), HEADER_HEIGHT / 2);
    drawVertical(context, xOf(time, scene), HEADER_HEIGHT, height, token('--chart-grid'));
  }
  context.setLineDash([2, 3]);
  for (const { time } of payrolls) {
    if (time >= window.from && time <= window.to) drawVertical(context, xOf(time, scene), HEADER_HEIGHT, height, token('--chart-payroll'));
  }
  context.setLineDash([]);
}

function drawTask(context: CanvasRenderingContext2D, task: TimelineTask, top: number, scene: GanttScene, { token }: Look): void {
  const { color, dash } = FATE_LOOKS[task.fate];
  const middle = top + ROW_HEIGHT / 2;
  const [accepted, end, deadline] = [xOf(task.acceptedAt, scene), xOf(task.endedAt ?? scene.now, scene), xOf(task.deadline, scene)];
  const started = task.startedAt === null ? end : xOf(task.startedAt, scene);
  const ink = token(color);
  const bar = { left: accepted, top: middle - BAR_HEIGHT / 2, width: Math.max(1, end - accepted) };
  context.fillStyle = token('--surface');
  context.fillRect(bar.left, bar.top, bar.width, BAR_HEIGHT);
  // Before it was started a task only waits: a line. Then the bar is filled, in the pattern of the legend.
  context.strokeStyle = ink;
  context.lineWidth = BAR_HEIGHT;
  context.setLineDash([...dash]);
  drawLine(context, started, middle, Math.max(started + 1, end), middle);
  context.setLineDash([]);
  context.lineWidth = task.id === scene.pointed ? 2 : 1;
  context.strokeStyle = task.id === scene.pointed ? token('--focus') : ink;
  context.strokeRect(bar.left + 0.5, bar.top + 0.5, bar.width, BAR_HEIGHT - 1);
  if (end > deadline) hatch(context, deadline, end, bar.top, token('--text'));
  drawVertical(context, deadline, top + 1, top + ROW_HEIGHT - 1, token('--text'), 2);
  for (const { time } of task.milestones) drawDot(context, xOf(time, scene), middle, token);
  // A title begins where its bar comes into sight.
  const left = Math.max(PLOT_LEFT, accepted) + 4;
  if (end - left > NARROWEST_TITLED) drawTitle(context, task.title, left, end - 4, middle, token);
}

function hatch(context: CanvasRenderingContext2D, from: number, to: number, top: number, ink: string): void {
  context.save();
  context.beginPath();
  context.rect(from, top, to - from, BAR_HEIGHT);
  context.clip();
  context.strokeStyle = ink;
  context.lineWidth = 1;
  for (let x = from - BAR_HEIGHT; x < to; x += 4) drawLine(context, x, top + BAR_HEIGHT, x + BAR_HEIGHT, top);
  context.restore();
}

function drawTitle(context: CanvasRenderingContext2D, title: string, left: number, right: number, middle: number, token: Look['token']): void {
  context.save();
  context.beginPath();
  context.rect(left - 2, middle - ROW_HEIGHT / 2, right - left, ROW_HEIGHT);
  context.clip();
  context.textAlign = 'left';
  // Legible on any pattern.
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = token('--surface');
  context.strokeText(title, left, middle);
  context.fillStyle = token('--text');
  context.fillText(title, left, middle);
  context.restore();
}

function drawDot(context: CanvasRenderingContext2D, x: number, y: number, token: Look['token']): void {
  context.beginPath();
  context.arc(x, y, 2.5, 0, 2 * Math.PI);
  context.fillStyle = token('--surface');
  context.fill();
  context.strokeStyle = token('--text');
  context.lineWidth = 1;
  context.stroke();
}

function drawVertical(context: CanvasRenderingContext2D, x: number, top: number, bottom: number, ink: string, width = 1): void {
  context.strokeStyle = ink;
  context.lineWidth = width;
  drawLine(context, Math.round(x) + 0.5, top, Math.round(x) + 0.5, bottom);
}

function drawLine(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
