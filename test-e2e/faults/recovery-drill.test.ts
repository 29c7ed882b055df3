import { expect, it } from 'vitest';
import { drill, drillSettings } from '../drill/drill.ts';
import { startLodging } from '../harness/lodging.ts';

it('after a restore to an earlier moment, of all or of one schema, no night is sold twice, no event has the number of another, and what was lost is listed', async () => {
  const lodging = await startLodging(drillSettings);
  try {
    const { findings } = await drill(lodging, () => undefined);
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings).toHaveLength(32);
  } finally {
    await lodging.stop();
  }
}, 240_000);
