import { describe, expect, it } from 'vitest';
import { createProviderReads } from './provider-reads.ts';

/** A provider whose answers come when the test gives them. */
function setUp() {
  const clock = { ms: 0 };
  const reads = createProviderReads<string>(() => clock.ms);
  const open: PromiseWithResolvers<string>[] = [];
  const share = (paymentId = 'p1') =>
    reads.share(paymentId, () => {
      open.push(Promise.withResolvers<string>());
      return open.at(-1)?.promise ?? Promise.reject(new Error('unreachable'));
    });
  return { clock, open, share };
}

describe('reads of a payment from the provider', () => {
  it('are one for all that ask while it is in progress', async () => {
    const { open, share } = setUp();
    const answers = Promise.all([share(), share(), share()]);
    expect(open).toHaveLength(1);
    open[0]?.resolve('open');
    expect(await answers).toEqual(['open', 'open', 'open']);
  });

  it('are none for two seconds after one began, and then one again', async () => {
    const { clock, open, share } = setUp();
    const first = share();
    open[0]?.resolve('open');
    await first;
    clock.ms = 1_999;
    expect([await share(), open.length]).toEqual([undefined, 1]);
    clock.ms = 2_000;
    const next = share();
    expect(open).toHaveLength(2);
    open[1]?.resolve('paid');
    expect(await next).toBe('paid');
  });

  it('fail for all alike, for two seconds', async () => {
    const { clock, open, share } = setUp();
    const first = expect(share()).rejects.toThrow('away');
    open[0]?.reject(new Error('away'));
    await first;
    clock.ms = 1_999;
    await expect(share()).rejects.toThrow('away');
    clock.ms = 2_000;
    const next = share();
    open[1]?.resolve('paid');
    expect(await next).toBe('paid');
  });

  it('are waited for however long they take', async () => {
    const { clock, open, share } = setUp();
    const first = share();
    clock.ms = 60_000;
    const second = share();
    expect(open).toHaveLength(1);
    open[0]?.resolve('open');
    expect(await Promise.all([first, second])).toEqual(['open', 'open']);
  });

  it('of one payment do not keep others waiting', async () => {
    const { open, share } = setUp();
    void share('p1');
    void share('p2');
    expect(open).toHaveLength(2);
  });
});
