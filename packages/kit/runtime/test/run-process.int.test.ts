import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { histogram } from '../src/telemetry/instruments.ts';
import { inSpan } from '../src/telemetry/spans.ts';
import { startTelemetry } from '../src/telemetry/telemetry.ts';

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output(): string;
  errors(): string;
  address(path: string): string;
  health(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Waits until the output holds the text. */
  says(text: string): Promise<void>;
}

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string>, stdio: StdioOptions = ['ignore', 'pipe', 'pipe']): Started {
  const child = spawn(process.execPath, [`${import.meta.dirname}/process/main.ts`], {
    env: { HEALTH_PORT: '0', API_KEY: 'a-long-enough-key', ...env },
    stdio,
  });
  children.push(child);
  let output = '';
  let errors = '';
  let onOutput: () => void = () => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    onOutput();
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const allRead = new Promise<void>((resolve) => child.stdout?.once('close', resolve));
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => void allRead.then(() => resolve(code)));
  });
  const says = async (text: string) => {
    while (!output.includes(text)) {
      await Promise.race([
        new Promise<void>((resolve) => (onOutput = resolve)),
        exited.then((code) => {
          if (!output.includes(text))
            throw new Error(`exited with ${code} before saying ${text}: ${output}${errors}`);
        }),
      ]);
    }
  };
  const address = (path: string) => `http://127.0.0.1:${/"healthPort":(\d+)/.exec(output)?.[1]}${path}`;
  return {
    child,
    exited,
    address,
    says,
    output: () => output,
    errors: () => errors,
    health: async (path) => {
      const response = await fetch(address(path));
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

describe('a service', () => {
  it('is alive before it is ready, and ready when it is built', async () => {
    const waiting = start({ BEHAVIOUR: 'waits-for-ever' });
    await waiting.says('healthPort');
    expect((await waiting.health('/livez')).status).toBe(200);
    expect(await waiting.health('/readyz')).toEqual({
      status: 503,
      body: { status: 'not ready', failing: ['starting'] },
    });

    const built = start({});
    await built.says('"msg":"ready"');
    expect((await built.health('/readyz')).status).toBe(200);
  });

  it('answers /metrics for Prometheus, before it is ready too', async () => {
    const waiting = start({ BEHAVIOUR: 'waits-for-ever', OTEL_RESOURCE_ATTRIBUTES: 'team=stays' });
    await waiting.says('healthPort');
    const answer = await fetch(waiting.address('/metrics'));
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^target_info\{.*team="stays",service_name="test-service"\} 1$/m);
    expect(text).toMatch(/^lodging_build_info\{service_version="\d.*service_name="test-service"\} 1$/m);
    expect(text).toMatch(/^process_memory_usage_bytes\{service_name="test-service"\} \d{7,}$/m);
  });

  it('is unready while one of its checks fails', async () => {
    const service = start({});
    await service.says('"msg":"ready"');
    service.child.kill('SIGUSR2');
    const eventually = async (): Promise<Record<string, unknown>> => {
      const { status, body } = await service.health('/readyz');
      return status === 503 ? body : eventually();
    };
    expect(await eventually()).toEqual({ status: 'not ready', failing: ['store'] });
    expect((await service.health('/livez')).status).toBe(200);
  });

  it('says at /metrics which check fails, before its readiness is requested', async () => {
    const waiting = start({ BEHAVIOUR: 'waits-for-ever' });
    await waiting.says('healthPort');
    const readiness = async (started: Started) => {
      const text = await (await fetch(started.address('/metrics'))).text();
      return [...text.matchAll(/^lodging_ready\{lodging_check="(\w+)".*\} ([01])$/gm)].map(
        ([, ...found]) => found,
      );
    };
    expect(await readiness(waiting)).toEqual([['started', '0']]);

    const service = start({});
    await service.says('"msg":"ready"');
    const eventually = async (wanted: string): Promise<void> => {
      const found = JSON.stringify(await readiness(service));
      if (found !== wanted) return eventually(wanted);
    };
    await eventually('[["started","1"],["store","1"]]');
    service.child.kill('SIGUSR2');
    await eventually('[["started","1"],["store","0"]]');
  }, 20_000);

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s aborts its signal, drains, then exits with 0',
    async (signal) => {
      const service = start({});
      await service.says('"msg":"ready"');
      service.child.kill(signal);
      expect(await service.exited).toBe(0);
      const lines = ['"draining"', 'said: aborted', 'said: drained', '"stopped"'].map((text) =>
        service.output().indexOf(text),
      );
      expect(lines).not.toContain(-1);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    },
  );

  it('exits at once when it is stopped while it waits for a dependency', async () => {
    const service = start({ BEHAVIOUR: 'waits-for-ever' });
    await service.says('healthPort');
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
  });

  it('exits on a stop message of its parent process, and when the parent is gone', async () => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
    const [stopped, orphaned] = [start({}, stdio), start({}, stdio)];
    await Promise.all([stopped.says('"msg":"ready"'), orphaned.says('"msg":"ready"')]);
    stopped.child.send('stop');
    orphaned.child.disconnect();
    expect(await Promise.all([stopped.exited, orphaned.exited])).toEqual([0, 0]);
  });

  it('stops with code 0 where the collector is unavailable, and logs that once', async () => {
    const service = start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', TRACE_SAMPLE_RATIO: '1' });
    await service.says('"msg":"ready"');
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.output().match(/spans or metrics could not be sent/g)).toHaveLength(1);
  });

  it('with wrong settings exits with 78 and lists them all', async () => {
    const service = start({ API_KEY: 'short', HEALTH_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await service.exited).toBe(78);
    expect(service.errors()).toContain('3 settings are wrong');
    expect(service.errors()).not.toContain('short');
    expect(service.output()).toBe('');
  });

  it('crashes with a log line when it cannot be built, and on an unhandled error', async () => {
    const [unbuilt, careless] = [
      start({ BEHAVIOUR: 'fails-to-build' }),
      start({ BEHAVIOUR: 'rejects-later' }),
    ];
    expect(await Promise.all([unbuilt.exited, careless.exited])).toEqual([1, 1]);
    expect(unbuilt.output()).toContain('a dependency is missing');
    expect(careless.output()).toContain('unhandled rejection in the background');
  });
});

describe('telemetry', () => {
  it('exports recorded spans and all metrics to the collector', async () => {
    const received = new Map<string, { body: string; team: unknown }>();
    const collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        received.set(request.url ?? '', { body, team: request.headers['x-team'] });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const telemetry = startTelemetry({
      name: 'traced',
      sampleRatio: 1,
      collector: { endpoint: `http://127.0.0.1:${port}/`, headers: 'x-team=stays' },
    });
    histogram({ name: 'parcels.weight', unit: 's', description: 'Parcels.', buckets: [1, 2] }).record(1.5);
    await inSpan('place-hold', {}, async () => undefined);
    await telemetry.stop();
    expect([...received.keys()].toSorted()).toEqual(['/v1/metrics', '/v1/traces']);
    for (const { body, team } of received.values()) {
      expect(team).toBe('stays');
      expect(body).toContain('traced');
    }
    expect(received.get('/v1/traces')?.body).toContain('place-hold');
    expect(metricIn(received.get('/v1/metrics')?.body ?? '', 'parcels.weight')).toMatchObject({
      unit: 's',
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [{ count: 1, sum: 1.5, explicitBounds: [1, 2], bucketCounts: [0, 1, 0] }],
      },
    });
    collector.close();
    collector.closeAllConnections();
  });
});

function metricIn(body: string, name: string): unknown {
  const sent = JSON.parse(body) as {
    resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
  };
  const metrics = sent.resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap((scope) => scope.metrics));
  return metrics.find((metric) => metric.name === name);
}
