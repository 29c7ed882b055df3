import { setTimeout as delay } from 'node:timers/promises';

await delay(2_500);
process.stdout.write(JSON.stringify({ ok: false, refusal: { message: 'late' } }));
