import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Labels } from './fired-alerts.ts';

const answer = z.array(
  z.object({
    labels: z.record(z.string(), z.string()),
    receivers: z.array(z.object({ name: z.string() })),
    status: z.object({ inhibitedBy: z.array(z.string()), state: z.string() }),
  }),
);

export type AlertState = z.infer<typeof answer>[number];

const AT_ONCE = 1_000;
const TIMEOUT_MS = 60_000;
/** It looks at new alerts in the background. */
const SETTLED_MS = 1_000;

/** Sends all alerts, and reads what Alertmanager does with each once it has had time to see them all. */
export async function queryAlertmanager(url: string, alerts: readonly Labels[]): Promise<AlertState[]> {
  for (let from = 0; from < alerts.length; from += AT_ONCE) {
    const body = alerts.slice(from, from + AT_ONCE).map((labels) => ({ labels }));
    const sent = await fetch(`${url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!sent.ok) throw new Error(`Alertmanager answers ${sent.status}: ${await sent.text()}`);
  }
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    await delay(SETTLED_MS);
    const states = answer.parse(await (await fetch(`${url}/api/v2/alerts`)).json());
    if (states.length === alerts.length && states.every(({ status }) => status.state !== 'unprocessed'))
      return states;
    if (performance.now() > deadline)
      throw new Error(`${states.length} of ${alerts.length} alerts are evaluated`);
  }
}
