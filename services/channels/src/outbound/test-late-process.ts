// Owns a reader that comes late to its work, and says so.
import { setTimeout as pause } from 'node:timers/promises';

await pause(2_500);
process.stdout.write(JSON.stringify({ read: false, words: 'late' }));
