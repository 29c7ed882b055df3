import type { BacklogOverview } from '@lodging/contract-public';
import { plural, formatDuration } from '../output/format.ts';
import type { Finding } from './finding.ts';
import { fail, orOk, warn } from './finding.ts';
import { isLocal } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

/** Of a whole calendar in one message. */
const LEAST_PAYLOAD = 10 * 1024 * 1024;

/** A service whose backlog is not known may have any. */
export function examineBacklogs({ backlog }: DeploymentSnapshot): readonly Finding[] {
  return backlog.unreachable.map(({ service, why }) =>
    fail(
      'backlog',
      `The backlog of ${service} is not known: ${why}.`,
      `Check that ${service}, its database and NATS run; the log of ${service} has the error.`,
    ),
  );
}

const withJetStream = ({ broker }: BacklogOverview['services'][number]) => broker.failure === null;

export function examineJetStream({ backlog }: DeploymentSnapshot): readonly Finding[] {
  const failed = backlog.services.filter((service) => !withJetStream(service));
  const [first] = failed;
  if (first === undefined) return [];
  const names = failed.map(({ service }) => service).join(', ');
  return [
    fail(
      'streams',
      `JetStream does not answer ${names}: ${first.broker.failure ?? ''}. Events wait in the outbox.`,
      'A cluster of three needs two running servers: start those that are down, and look at their logs. ' +
        'One whose disk was full stores nothing until it has space and was restarted.',
    ),
  ];
}

export function examineStreams(snapshot: DeploymentSnapshot): readonly Finding[] {
  const services = snapshot.backlog.services.filter(withJetStream);
  if (services.length === 0) {
    const remedy = 'Check the services above; lodging outbox shows what is known.';
    return snapshot.backlog.services.length > 0 ? [] : [fail('streams', 'No stream was found.', remedy)];
  }
  const publishing = services.filter(({ outbox }) => outbox !== null);
  const missing = publishing
    .filter(({ stream }) => stream === null)
    .map(({ service }) =>
      fail(
        'streams',
        `The stream of ${service} is missing.`,
        'The provisioner creates it within seconds: check its log, and restart it.',
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
            `${single.join(', ')}: fewer than three replicas; losing a disk loses events until they are resent.`,
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
            `NATS accepts messages of at most ${small[0]?.broker.maxPayloadBytes ?? 0} bytes.`,
            'Set max_payload to 10MB in the configuration of the server.',
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
  const known = backlog.services.filter(withJetStream);
  const findings = known.flatMap(({ service, consumers }) =>
    consumers.flatMap(({ stream, exists, pending, ackPending, lastActiveAt }): Finding[] => {
      const restart = `Check the log of ${service}, and restart it.`;
      if (!exists) {
        const remedy = 'The provisioner creates the consumer within seconds: check its log, and restart it.';
        return [fail('consumers', `${service} has no consumer of ${stream}.`, remedy)];
      }
      const idle =
        lastActiveAt === null ? 0 : now.since(Temporal.Instant.from(lastActiveAt)).total('seconds');
      if (pending > 0 && idle > STANDSTILL_SECONDS) {
        return [
          fail(
            'consumers',
            `${service} has not read ${stream} for ${formatDuration(idle)}; backlog: ${plural(pending, 'event')}.`,
            restart,
          ),
        ];
      }
      if (pending + ackPending < MANY) return [];
      const message = `Backlog of ${service}: ${plural(pending + ackPending, 'event')} of ${stream}.`;
      return [
        warn(
          'consumers',
          message,
          `Run more instances of ${service}; watch the backlog with lodging outbox.`,
        ),
      ];
    }),
  );
  return known.length === 0
    ? []
    : orOk(findings, 'consumers', 'All consumers are active, without a backlog.');
}

const LATE_SECONDS = 10;
const TOO_LATE_SECONDS = 60;

export function examineOutboxes({ backlog }: DeploymentSnapshot): readonly Finding[] {
  const findings = backlog.services.flatMap(({ service, outbox }): Finding[] => {
    if (outbox === null || outbox.lagSeconds < LATE_SECONDS) return [];
    const { waiting, lagSeconds, failure } = outbox;
    const message = `${service}: ${plural(waiting, 'event')} in the outbox, the oldest for ${formatDuration(lagSeconds)}`;
    const why = failure === null ? '' : `; publishing fails: ${failure}`;
    const remedy = `Check that NATS runs and has storage left: max_file_store or its disk may be used up. The log of ${service} has the error of the relay.`;
    const level = failure === null && lagSeconds < TOO_LATE_SECONDS ? warn : fail;
    return [level('outbox', `${message}${why}.`, remedy)];
  });
  return backlog.services.length === 0 ? [] : orOk(findings, 'outbox', 'Outbox empty.');
}

export function examineDeadLetters({ backlog }: DeploymentSnapshot): readonly Finding[] {
  const findings = backlog.services.flatMap(({ service, deadLetters }) =>
    deadLetters.open === 0
      ? []
      : [
          warn(
            'dead letters',
            `${service}: ${plural(deadLetters.open, 'dead letter')}.`,
            `lodging dead-letters list --service ${service}`,
          ),
        ],
  );
  return backlog.services.length === 0 ? [] : orOk(findings, 'dead letters', 'No dead letters.');
}
