import { readCalendar } from '../domain/ical/read-calendar.ts';

const [now = '', house = ''] = process.argv.slice(2);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}
process.stdout.write(JSON.stringify(readCalendar(Buffer.concat(chunks), Temporal.Instant.from(now), house)));
