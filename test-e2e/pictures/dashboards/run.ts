import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from '../../harness/browser.ts';
import { drawDashboard } from './draw-dashboard.ts';
import { queryDashboard } from './query-panels.ts';
import { recordRun } from './record-run.ts';

/** Pictures of the dashboards in docs/dashboards, of a run of six minutes. */
const PICTURES = join(import.meta.dirname, '..', '..', '..', 'docs', 'dashboards');
const DASHBOARDS = ['overview', 'service', 'payments', 'jetstream', 'webhooks'];

await mkdir(PICTURES, { recursive: true });
const run = await recordRun();
const browser = await startBrowser();
try {
  for (const name of DASHBOARDS) {
    const pictures = await drawDashboard(browser, await queryDashboard(name, run));
    for (const [scheme, png] of Object.entries(pictures))
      await writeFile(join(PICTURES, `${name}-${scheme}.png`), png);
    process.stdout.write(`docs/dashboards/${name}-light.png and -dark.png\n`);
  }
} finally {
  await browser.close();
  await run.stop();
}
