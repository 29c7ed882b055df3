import type { Backlog } from '../outbox/backlog.ts';
import type { DeadLetter, WholeDeadLetter } from '../outbox/dead-letters.ts';

type Moment = 'diedAt' | 'replayRequestedAt' | 'replayedAt';

export interface DeadLetterWire extends Omit<{ -readonly [K in keyof DeadLetter]: DeadLetter[K] }, Moment> {
  diedAt: string;
  replayRequestedAt: string | null;
  replayedAt: string | null;
}

export interface DeadLetterDetailWire extends DeadLetterWire {
  sizeBytes: number;
  envelope: WholeDeadLetter['envelope'];
}

export interface BacklogWire {
  outbox: { waiting: number; oldestAt: string | null; lagSeconds: number } | null;
  stream: Backlog['stream'];
  consumers: { -readonly [K in keyof Backlog['consumers'][number]]: Backlog['consumers'][number][K] }[];
  deadLetters: { open: number; oldestAt: string | null };
  broker: Backlog['broker'];
}

export function deadLetterToWire(letter: DeadLetter): DeadLetterWire {
  return {
    id: letter.id,
    consumer: letter.consumer,
    stream: letter.stream,
    subject: letter.subject,
    tenantId: letter.tenantId,
    eventId: letter.eventId,
    error: withoutAddresses(letter.error),
    attempts: letter.attempts,
    diedAt: letter.diedAt.toString(),
    replayRequestedAt: textOrNull(letter.replayRequestedAt),
    replayedAt: textOrNull(letter.replayedAt),
  };
}

export function deadLetterDetailToWire(letter: WholeDeadLetter): DeadLetterDetailWire {
  return { ...deadLetterToWire(letter), sizeBytes: letter.sizeBytes, envelope: letter.envelope };
}

export function backlogToWire({ outbox, stream, consumers, deadLetters, broker }: Backlog): BacklogWire {
  return {
    outbox: outbox && { ...outbox, oldestAt: textOrNull(outbox.oldestAt) },
    stream,
    consumers: consumers.map((consumer) => ({ ...consumer })),
    deadLetters: { ...deadLetters, oldestAt: textOrNull(deadLetters.oldestAt) },
    broker,
  };
}

const ADDRESS = /[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+\.[^\s@"'<>(),;:=]+/g;

/** A database names the value it refused, and that may be a guest's. */
function withoutAddresses(error: string): string {
  return error.replace(ADDRESS, '***@***');
}

function textOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : instant.toString({ smallestUnit: 'millisecond' });
}
