import { readCalendar } from '../ical/read-calendar.ts';

const [now = '', tenantTag = ''] = process.argv.slice(2);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}
const read = readCalendar(Buffer.concat(chunks), Temporal.Instant.from(now), tenantTag);
process.stdout.write(JSON.stringify(read));
