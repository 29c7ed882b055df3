import { connect } from '@nats-io/transport-node';
import type { OutboxRow } from '../end-state.ts';
import type { PublishedRow } from './read-database.ts';

const AT_ONCE = 32;

/** Looks every published event up where the stream acknowledged it. */
export async function lookUpInStreams(
  natsUrl: string,
  rows: readonly PublishedRow[],
): Promise<readonly OutboxRow[]> {
  const connection = await connect({ servers: natsUrl.replace('nats://', '') });
  const found: OutboxRow[] = [];
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      const { stream_sequence: sequence, ...event } = row;
      const subject = `$JS.API.STREAM.MSG.GET.EVT_${row.service.toUpperCase()}`;
      const inStream =
        sequence !== null &&
        (await connection
          .request(subject, JSON.stringify({ seq: Number(sequence) }), { timeout: 5_000 })
          .then((reply) => holds(reply.string(), row.id)));
      found.push({ ...event, in_stream: inStream });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await connection.close();
  }
  return found;
}

interface StoredMessage {
  readonly message?: { readonly hdrs?: string; readonly data?: string };
}

function holds(reply: string, eventId: string): boolean {
  const { message } = JSON.parse(reply) as StoredMessage;
  const text = [message?.hdrs, message?.data]
    .map((part) => Buffer.from(part ?? '', 'base64').toString('utf8'))
    .join('\n');
  return text.includes(eventId);
}

interface StreamsState {
  /** Messages that a consumer has not settled yet, by stream and consumer. */
  readonly unsettled: readonly { readonly name: string; readonly count: number }[];
  /** When each stream was made: a stream that was lost is made again. */
  readonly made: Readonly<Record<string, string>>;
}

export async function readStreams(natsUrl: string): Promise<StreamsState> {
  const connection = await connect({ servers: natsUrl.replace('nats://', ''), timeout: 2_000 });
  try {
    const request = async <T>(subject: string): Promise<T> =>
      (await connection.request(subject, '{}', { timeout: 3_000 })).json<T>();
    const { streams } = await request<{ streams: string[] | null }>('$JS.API.STREAM.NAMES');
    const lists = await Promise.all(
      (streams ?? []).map((stream) =>
        request<{
          consumers: { name: string; num_pending: number; num_ack_pending: number }[] | null;
        }>(`$JS.API.CONSUMER.LIST.${stream}`).then(({ consumers }) =>
          (consumers ?? []).map(({ name, num_pending: left, num_ack_pending: open }) => ({
            name: `${stream} ${name}`,
            count: left + open,
          })),
        ),
      ),
    );
    const made = await Promise.all(
      (streams ?? []).map(async (stream) => {
        const { created } = await request<{ created: string }>(`$JS.API.STREAM.INFO.${stream}`);
        return [stream, created] as const;
      }),
    );
    return { unsettled: lists.flat(), made: Object.fromEntries(made) };
  } finally {
    await connection.close();
  }
}
