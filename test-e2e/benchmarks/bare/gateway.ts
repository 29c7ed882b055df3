import { connect } from '@nats-io/transport-node';
import Fastify from 'fastify';
import { natsOptions } from './nats-options.ts';

const connection = await connect(natsOptions());
const app = Fastify();
app.get<{ Querystring: { id: string } }>('/look-up', async (request, reply) => {
  const answer = await connection.request('bench.look-up', JSON.stringify({ id: request.query.id }), {
    timeout: 2_000,
  });
  return reply.type('application/json').send(Buffer.from(answer.data));
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
