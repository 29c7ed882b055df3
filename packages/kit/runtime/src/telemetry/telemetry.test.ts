import { expect, it } from 'vitest';
import { currentTraceparent, inSpan } from './spans.ts';
import { startTelemetry } from './telemetry.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

startTelemetry({ name: 'test', sampleRatio: 1 });

it('keeps the decision of the caller where no collector is set, and samples nothing itself', async () => {
  const traceparentIn = (traceparent?: string) =>
    inSpan('work', { traceparent }, async () => currentTraceparent());
  for (const flags of ['00', '01']) {
    expect(await traceparentIn(`00-${TRACE}-b7ad6b7169203331-${flags}`)).toMatch(
      new RegExp(`^00-${TRACE}-[0-9a-f]{16}-${flags}$`),
    );
  }
  const own = await traceparentIn();
  expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(own).not.toMatch(/-0+-/);
});
