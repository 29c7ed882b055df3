// Guards that large requests share a bounded room, in their order, and that whoever finds none in time is told so.
import { describe, expect, it } from 'vitest';
import { largeBodies, NoRoom } from './large-bodies.ts';

const bounds = { fromBytes: 10, atOnceBytes: 100, waitingBytes: 200 };
const LONG_MS = 60_000;

function work(order: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: () => resolve(), run: () => (order.push(name), promise) };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('large requests', () => {
  it('run side by side while their bytes fit, and after that in the order in which they came', async () => {
    const gate = largeBodies(bounds);
    const order: string[] = [];
    const [a, b] = [work(order, 'a'), work(order, 'b')];
    const [c, d] = [work(order, 'c'), work(order, 'd')];
    const passing = [
      gate.pass(60, LONG_MS, a.run),
      gate.pass(40, LONG_MS, b.run),
      gate.pass(90, LONG_MS, c.run),
      // Would fit beside the first two's successor, but does not overtake.
      gate.pass(10, LONG_MS, d.run),
    ];
    await turn();
    expect(order).toEqual(['a', 'b']);
    b.end();
    await turn();
    expect(order).toEqual(['a', 'b']);
    a.end();
    await turn();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    c.end();
    d.end();
    await Promise.all(passing);
  });

  it('are not in the way of small ones, and one larger than the room has it for itself', async () => {
    const gate = largeBodies(bounds);
    const order: string[] = [];
    const huge = work(order, 'huge');
    const passing = gate.pass(500, LONG_MS, huge.run);
    await turn();
    await gate.pass(9, LONG_MS, async () => void order.push('small'));
    expect(order).toEqual(['huge', 'small']);
    huge.end();
    await passing;
  });

  it('that find no room in time are told so, as are those for whom there is no room to wait', async () => {
    const gate = largeBodies(bounds);
    const order: string[] = [];
    const first = work(order, 'first');
    const passing = gate.pass(100, LONG_MS, first.run);
    await expect(gate.pass(100, 1, first.run)).rejects.toThrow(NoRoom);
    const waiting = [gate.pass(100, LONG_MS, async () => 1), gate.pass(100, LONG_MS, async () => 2)];
    await expect(gate.pass(10, LONG_MS, async () => 3)).rejects.toThrow(NoRoom);
    first.end();
    await passing;
    expect(await Promise.all(waiting)).toEqual([1, 2]);
    expect(order).toEqual(['first']);
  });

  it('give their room back when they fail', async () => {
    const gate = largeBodies(bounds);
    await expect(gate.pass(100, LONG_MS, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.pass(100, 1, async () => 'next')).toBe('next');
  });
});
