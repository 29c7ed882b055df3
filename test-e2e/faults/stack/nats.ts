import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@lodging/kit-testing/servers';
import type { Server } from '@lodging/kit-testing/servers';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { restartable } from './restartable.ts';
import type { Restartable } from './restartable.ts';
import { mountVolume } from './volume.ts';
import type { Volume } from './volume.ts';

/** The message bus of the run: it can be killed, started again, lose its streams, and run out of space for them. */
export interface Nats extends Restartable<Server & { url: string }> {
  loseStore(): void;
  /** Uses up what the streams may take, `max_file_store`: only where it is limited. Returns what gives it back. */
  useUp(): Promise<() => Promise<void>>;
  /** Of the streams; undefined where they are not limited, or the machine allows no volume of its own. */
  readonly volume: Volume | undefined;
}

interface NatsOptions {
  readonly directory: string;
  readonly program: string;
  /** What the streams may take. Their volume has twice that. */
  readonly streamsMegabytes: number | undefined;
}

const MEGABYTE = 1 << 20;

export async function startNatsOfRun(options: NatsOptions): Promise<Nats> {
  const { directory, program, streamsMegabytes } = options;
  const streams = join(directory, 'jetstream');
  mkdirSync(streams, { recursive: true });
  const volume =
    streamsMegabytes === undefined ? undefined : await mountVolume(streams, 2 * streamsMegabytes);
  const maxFileStoreBytes = streamsMegabytes === undefined ? undefined : streamsMegabytes * MEGABYTE;
  const server = await restartable('NATS', () =>
    startNats({ directory, users: undefined, program, maxFileStoreBytes }),
  );
  return {
    ...server,
    // What the server made there: a mount point cannot be removed.
    loseStore: () => rmSync(join(streams, 'jetstream'), { recursive: true, force: true }),
    useUp: async () => {
      const connection = await connect({ servers: server.current().url });
      await fillStream(connection);
      return async () => {
        await request(connection, '$JS.API.STREAM.DELETE.BALLAST', '{}');
        await connection.close();
      };
    },
    volume,
    async stop() {
      await server.stop();
      await volume?.unmount();
    },
  };
}

/** A stream that nothing declares, as another product on the same servers would have one. */
async function fillStream(connection: NatsConnection): Promise<void> {
  const declaration = JSON.stringify({ name: 'BALLAST', subjects: ['ballast'], num_replicas: 1 });
  const { error } = await request(connection, '$JS.API.STREAM.CREATE.BALLAST', declaration);
  if (error !== undefined) throw new Error(error.description);
  const message = new Uint8Array(MEGABYTE);
  while ((await request(connection, 'ballast', message)).error === undefined);
}

async function request(
  connection: NatsConnection,
  subject: string,
  body: string | Uint8Array,
): Promise<{ error?: { description: string } }> {
  const answer = await connection.request(subject, body, { timeout: 5_000 });
  return answer.json();
}
