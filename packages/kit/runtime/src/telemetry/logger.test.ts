import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { inSpan } from './spans.ts';
import { startTelemetry } from './telemetry.ts';

function collect() {
  const lines: string[] = [];
  const log = createLogger({
    name: 'inventory',
    destination: { write: (line: string) => void lines.push(line) },
  });
  return { log, lines };
}

it('redacts keys, tokens, codes, e-mail addresses and client secrets at every depth', () => {
  const { log, lines } = collect();
  log.info({
    authorization: 'Bearer sk_live_1',
    request: { headers: { authorization: 'Bearer sk_live_2' }, body: { email: 'a@b.c', code: '123456' } },
    payment: { clientSecret: 'pi_secret', key: 'k1' },
    token: 'os_1',
  });
  expect(lines.join('')).not.toMatch(/sk_live|a@b\.c|123456|pi_secret|"k1"|os_1/);
});

it('keeps the codes of errors and refusals', () => {
  const { log, lines } = collect();
  log.error({
    err: Object.assign(new Error('duplicate'), { code: '23505' }),
    refusal: { code: 'hold_conflict' },
  });
  expect(lines[0]).toContain('"23505"');
  expect(lines[0]).toContain('"hold_conflict"');
});

it('has the service, the level as a word and the active span', async () => {
  startTelemetry({ name: 'inventory', sampleRatio: 0 });
  const { log, lines } = collect();
  await inSpan('work', {}, async () => log.warn('careful'));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    service: 'inventory',
    level: 'warn',
    msg: 'careful',
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
});
