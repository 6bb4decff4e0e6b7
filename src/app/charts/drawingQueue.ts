/** Spreads drawing over frames, one chart in each: several in one frame would hold up the page. */

const waiting = new Map<object, () => void>();
let isScheduled = false;

/** Draws in a frame to come. What waits for the same owner and was not drawn yet is out of date, and forgotten. */
export function drawSoon(owner: object, draw: () => void): void {
  waiting.set(owner, draw);
  schedule();
}

export function forget(owner: object): void {
  waiting.delete(owner);
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    const [first] = waiting;
    if (!first) return;
    const [owner, draw] = first;
    waiting.delete(owner);
    draw();
    schedule();
  });
}
