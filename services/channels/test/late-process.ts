import { setTimeout as pause } from 'node:timers/promises';

await pause(2_500);
process.stdout.write(JSON.stringify({ read: false, words: 'late' }));
