import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const attempts = [
  () => readFileSync('/etc/passwd'),
  () => spawnSync('true'),
  () => once(connect({ host: '127.0.0.1', port: 1 }), 'connect'),
];
const outcomes: string[] = [];
for (const attempt of attempts) {
  try {
    await attempt();
    outcomes.push('allowed');
  } catch (error) {
    outcomes.push(error instanceof Error && 'code' in error ? `${error.code}` : 'failed');
  }
}
process.stdout.write(
  JSON.stringify({
    ok: false,
    refusal: { message: [...outcomes, ...Object.keys(process.env)].join(' ') },
  }),
);
