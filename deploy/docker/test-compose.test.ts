import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observabilityLine, upLine } from './page-lines.ts';

let directory: string;
const log = (): string[] => readFileSync(join(directory, 'log'), 'utf8').trim().split('\n');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-docker-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs with a docker command of this text, or without one. */
function testCompose(docker?: string) {
  if (docker !== undefined) {
    const program = join(directory, 'docker');
    writeFileSync(program, `#!/bin/sh\necho "$*" >> ${join(directory, 'log')}\n${docker}\n`);
    chmodSync(program, 0o755);
  }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'test-compose.ts')], {
    env: { PATH: `${directory}:/bin` },
    encoding: 'utf8',
  });
}

describe('npm run test:compose', () => {
  it('types what the page says', () => {
    expect(upLine.join(' ')).toBe('docker compose up');
    expect(observabilityLine.join(' ')).toBe('docker compose --profile observability up');
  });

  it.skipIf(existsSync('/bin/docker'))('says that it tested nothing where there is no docker', () => {
    expect(testCompose()).toMatchObject({
      status: 2,
      stderr: 'SKIPPED: there is no docker command. Nothing was tested.\n',
    });
  });

  it('says what is missing: the compose plugin, or the engine', () => {
    expect(testCompose('exit 1')).toMatchObject({
      status: 2,
      stderr: 'SKIPPED: the docker command has no compose plugin. Nothing was tested.\n',
    });
    const noEngine = testCompose('test "$1" = compose || { echo "is the daemon running?" >&2; exit 1; }');
    expect(noEngine).toMatchObject({
      status: 2,
      stderr: 'SKIPPED: no engine answers (is the daemon running?). Nothing was tested.\n',
    });
  });

  it('runs the line to the letter, fails where it ends by itself, and removes what it made', () => {
    const built = 'lodging/gateway:0.0.0-test';
    const { status, stderr } = testCompose(
      `case "$*" in *" up"|*" cp "*) exit 1;; "image ls "*) echo ${built};; esac`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain('docker compose up ended with 1');
    expect(log()).toContain('compose up');
    const [down, listed, removed] = log().slice(-3);
    expect(down).toMatch(/ down --volumes /);
    expect(listed).toMatch(/^image ls --filter reference=lodging\/\*:0\.0\.0-test-\d+-\d+ /);
    expect(removed).toBe(`image rm ${built}`);
  });
});
