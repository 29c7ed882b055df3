import { GenericContainer, Wait } from 'testcontainers';
import type { ServersOfARun } from './servers-of-a-run.ts';

export async function startContainersOfARun(): Promise<ServersOfARun> {
  const [postgres, nats, redis] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('nats:2.14')
      .withCommand(['--jetstream', '--store_dir', '/data'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
    new GenericContainer('redis:8').withExposedPorts(6379).start(),
  ]);
  const at = (container: typeof postgres, port: number): string =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    servers: {
      postgresAdminUrl: `postgres://postgres:test@${at(postgres, 5432)}/postgres`,
      natsUrl: `nats://${at(nats, 4222)}`,
      redisUrl: `redis://${at(redis, 6379)}`,
    },
    async stop() {
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
    },
  };
}
