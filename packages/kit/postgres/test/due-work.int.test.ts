import { startTelemetry } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { observeDueWork, openDatabase } from '../src/index.ts';

const TENANT = '018f3c00-0000-7000-8000-000000000001';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];
const telemetry = startTelemetry({ name: 'notebook', sampleRatio: 0 });

let schema: Awaited<ReturnType<typeof freshSchema>>;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
});
afterAll(async () => {
  await schema.drop();
  await telemetry.stop();
});

it('reports for each timer how much is due, and since when', async () => {
  const db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger(), maxConnections: 1 });
  for (const [id, seconds] of [30, 90].entries())
    await db.inTenant(TENANT, (tx) =>
      tx.query(
        `insert into notes (tenant_id, id, text, created_at) values ($1, $2, 'to send', now() - $3 * interval '1 s')`,
        [TENANT, id, seconds],
      ),
    );
  const ofNotes = (text: string) => ({
    table: 'notes',
    due: `waiting.text = '${text}'`,
    orderBy: 'waiting.created_at',
  });
  const end = observeDueWork(db, { 'send-notes': ofNotes('to send'), 'burn-notes': ofNotes('to burn') });
  const text = await telemetry.prometheus();
  end();
  await db.close();
  const valueOf = (metric: string, timer: string) =>
    Number(new RegExp(`${metric}{[^}]*lodging_timer="${timer}"[^}]*} (\\S+)`).exec(text)?.[1]);
  expect(valueOf('lodging_work_due', 'send-notes')).toBe(2);
  expect(valueOf('lodging_work_oldest_due_age_seconds', 'send-notes')).toBeGreaterThanOrEqual(90);
  expect(valueOf('lodging_work_due', 'burn-notes')).toBe(0);
  expect(valueOf('lodging_work_oldest_due_age_seconds', 'burn-notes')).toBe(0);
});
