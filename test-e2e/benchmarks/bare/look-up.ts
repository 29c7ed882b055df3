import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { natsOptions } from './nats-options.ts';

const pool = new pg.Pool({ connectionString: process.env['POSTGRES_URL'], max: 10 });
const connection = await connect(natsOptions());
connection.subscribe('bench.look-up', {
  queue: 'bench',
  callback: (_error, message) => {
    const { id } = message.json<{ id: string }>();
    void pool
      .query({ name: 'look_up', text: 'SELECT id, body FROM bench.look_up WHERE id = $1', values: [id] })
      .then(({ rows }) => message.respond(JSON.stringify(rows[0])));
  },
});
await connection.flush();
process.stdout.write('ready\n');
