import { plural, formatDuration } from '../output/format.ts';
import type { Finding } from './finding.ts';
import { fail, orOk, warn } from './finding.ts';
import { isLocal } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

const LEAST_PAYLOAD = 1024 * 1024;

export function examineStreams(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { services } = snapshot.backlog;
  const publishing = services.filter(({ outbox }) => outbox !== null);
  const missing = publishing
    .filter(({ stream }) => stream === null)
    .map(({ service }) =>
      fail(
        'streams',
        `The stream of ${service} is not there.`,
        'The provisioner makes it within seconds: look at its log, and restart it.',
      ),
    );
  const streams = publishing.flatMap(({ stream }) => (stream === null ? [] : [stream]));
  const single = streams.filter(({ replicas }) => replicas < 3).map(({ name }) => name);
  const copies =
    single.length === 0 || isLocal(snapshot)
      ? []
      : [
          warn(
            'streams',
            `${single.join(', ')}: fewer than three copies, so one lost disk loses events until they are sent again.`,
            'Run NATS as a cluster of three, and set STREAM_REPLICAS=3 of the provisioner.',
          ),
        ];
  const small = services.filter(({ broker }) => broker.maxPayloadBytes < LEAST_PAYLOAD);
  const payload =
    small.length === 0
      ? []
      : [
          fail(
            'streams',
            `NATS takes messages of ${small[0]?.broker.maxPayloadBytes ?? 0} bytes at the most.`,
            'Set max_payload to at least 1MB in the configuration of the server.',
          ),
        ];
  const findings = [...missing, ...payload, ...copies];
  return orOk(
    findings,
    'streams',
    `${plural(streams.length, 'stream')} on nats-server ${services[0]?.broker.version ?? '?'}.`,
  );
}

const MANY = 1_000;
const STANDSTILL_SECONDS = 300;

export function examineConsumers({ backlog, now }: DeploymentSnapshot): readonly Finding[] {
  const findings = backlog.services.flatMap(({ service, consumers }) =>
    consumers.flatMap(({ stream, exists, pending, ackPending, lastActiveAt }): Finding[] => {
      const restart = `Look at the log of ${service}, and restart it.`;
      if (!exists) {
        const remedy = 'The provisioner makes its consumer within seconds: look at its log, and restart it.';
        return [fail('consumers', `${service} does not read ${stream}.`, remedy)];
      }
      const idle =
        lastActiveAt === null ? 0 : now.since(Temporal.Instant.from(lastActiveAt)).total('seconds');
      if (pending > 0 && idle > STANDSTILL_SECONDS) {
        return [
          fail(
            'consumers',
            `${service} has read nothing of ${stream} for ${formatDuration(idle)}, and ${plural(pending, 'event')} wait.`,
            restart,
          ),
        ];
      }
      if (pending + ackPending < MANY) return [];
      const message = `${plural(pending + ackPending, 'event')} of ${stream} wait for ${service}.`;
      return [
        warn(
          'consumers',
          message,
          `Run more instances of ${service}; lodging outbox shows whether it catches up.`,
        ),
      ];
    }),
  );
  return orOk(findings, 'consumers', 'Every consumer reads, and none is far behind.');
}

const LATE_SECONDS = 10;
const TOO_LATE_SECONDS = 60;

export function examineOutboxes({ backlog }: DeploymentSnapshot): readonly Finding[] {
  const findings = backlog.services.flatMap(({ service, outbox }): Finding[] => {
    if (outbox === null || outbox.lagSeconds < LATE_SECONDS) return [];
    const message = `${plural(outbox.waiting, 'event')} of ${service} wait to be told, the first for ${formatDuration(outbox.lagSeconds)}.`;
    const remedy = `Is NATS there, and its disk not full? The log of ${service} says why the relay cannot publish.`;
    return [(outbox.lagSeconds < TOO_LATE_SECONDS ? warn : fail)('outbox', message, remedy)];
  });
  return orOk(findings, 'outbox', 'No event waits to be told.');
}

export function examineDeadLetters({ backlog }: DeploymentSnapshot): readonly Finding[] {
  const findings = backlog.services.flatMap(({ service, deadLetters }) =>
    deadLetters.open === 0
      ? []
      : [
          warn(
            'dead letters',
            `${service} could not act on ${plural(deadLetters.open, 'event')}.`,
            `lodging dead-letters list --service ${service}`,
          ),
        ],
  );
  return orOk(findings, 'dead letters', 'There are none.');
}
