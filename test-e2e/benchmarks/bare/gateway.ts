import { connect } from '@nats-io/transport-node';
import Fastify from 'fastify';
import { natsOptions } from './nats-options.ts';
import { PATHS } from './paths.ts';

const connection = await connect(natsOptions());
const app = Fastify();
app.get<{ Querystring: { id: string } }>('/look-up', async (request, reply) => {
  const answer = await connection.request('bench.look-up', JSON.stringify({ id: request.query.id }), {
    timeout: 2_000,
  });
  return reply.type('application/json').send(Buffer.from(answer.data));
});
// Bodies are forwarded as they are.
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
for (const [name, { service, route }] of Object.entries(PATHS)) {
  if (route === undefined) continue;
  const [method, url] = route;
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const payload = request.body instanceof Buffer ? request.body : request.url;
      const answer = await connection.request(`bench.${service}.${name}`, payload, { timeout: 5_000 });
      return reply.type('application/json').send(Buffer.from(answer.data));
    },
  });
}
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
