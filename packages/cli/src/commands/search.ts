import { searchResponse } from '@lodging/contract-public';
import type { SearchPage } from '@lodging/contract-public';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { call } from '../admin-client.ts';
import type { CliDeps } from '../cli-deps.ts';
import { failed } from '../failure.ts';
import { formatMoney } from '../output/format.ts';
import { table } from '../output/table.ts';
import { readPublicAccess } from '../settings.ts';
import { collect, notNegative, wholeNumber } from './options.ts';

interface Wish {
  adults: number;
  children?: number;
  childAges?: number[];
  quantity?: number;
  kind?: string[];
  feature?: string[];
  text?: string;
  plan?: string[];
  currency?: string;
  maxTotal?: string;
  freeCancellation?: boolean;
  sort?: string;
  limit: number;
}
interface Options extends Wish {
  apiUrl?: string;
  keyFile?: string;
  timeout: number;
  json?: boolean;
}

const PATH = '/v1/search';
const PAGE = 100;

export function searchCommand(program: Command, deps: CliDeps): void {
  program
    .command('search <arrival> <departure>')
    .description('what is free between two dates, and what it costs; with a key of the tenant')
    .option('--adults <count>', 'how many stay', wholeNumber, 2)
    .option('--children <count>', 'children among those who stay, beside the adults', notNegative)
    .option('--child-ages <ages>', 'the age of each child, such as 4,9', ages)
    .option('--quantity <count>', 'units of one resource', wholeNumber)
    .option('--kind <kind>', 'hotel_room, apartment, villa or generic; may be repeated', collect)
    .option('--feature <word>', 'such as sea_view; may be repeated, and all are wanted', collect)
    .option('--text <words>', 'words in the name, the description or a feature')
    .option('--plan <code>', 'a rate plan; may be repeated', collect)
    .option('--currency <code>', 'in which totals are shown and compared')
    .option('--max-total <minor-units>', 'the highest total; needs --currency')
    .option('--free-cancellation', 'only what costs nothing to cancel now')
    .addOption(
      new Option('--sort <by>', 'the order').choices(['price', 'price_per_night', 'name', 'created']),
    )
    .option('--limit <count>', 'show at most this many', wholeNumber, 20)
    .option('--api-url <url>', 'where the public API is, such as http://127.0.0.1:8080')
    .option('--key-file <path>', 'a file that holds a key of the tenant; - reads standard input')
    .action((arrival: string, departure: string, _options: object, command: Command) =>
      search({ arrival, departure }, command.optsWithGlobals<Options>(), deps),
    );
}

interface Dates {
  readonly arrival: string;
  readonly departure: string;
}

async function search(dates: Dates, options: Options, deps: CliDeps): Promise<void> {
  const { env, cwd, terminal, output } = deps;
  const readStdin = () => terminal.readStdin();
  const { apiUrl, key } = await readPublicAccess(options, { env, cwd, readStdin }, 'Whose resources?');
  const door = { url: apiUrl, token: key, name: 'public API' };
  const body = bodyOf(dates, options);
  const timeoutMs = options.timeout * 1000;
  const results: SearchPage['results'] = [];
  let cursor: string | null | undefined;
  do {
    const limit = Math.min(PAGE, options.limit - results.length);
    const asked = { ...body, limit, cursor };
    const page = read(await call({ door, timeoutMs, method: 'POST', path: PATH, query: {}, body: asked }));
    results.push(...page.results);
    cursor = page.nextCursor;
  } while (cursor !== null && results.length < options.limit);
  output.result(options.json === true ? JSON.stringify({ results }, null, 2) : listing(results));
  if (results.length === 0) output.note('Nothing is free.');
  if (cursor !== null) output.note(`There may be more than ${options.limit}; --limit shows more.`);
}

/** Fields without a value are not sent. */
function bodyOf(dates: Dates, wish: Wish): object {
  const { adults, children, childAges, quantity, text, currency, freeCancellation, sort } = wish;
  return {
    dates,
    adults,
    children,
    childAges,
    quantity,
    kinds: wish.kind,
    features: wish.feature,
    text,
    ratePlanCodes: wish.plan,
    currency,
    maxTotalMinorUnits: wish.maxTotal,
    freeCancellation,
    sort,
  };
}

function read(answer: unknown): SearchPage {
  const parsed = searchResponse.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failed(
    `The answer of ${PATH} does not have the form that this command knows: ${parsed.error.message}`,
  );
}

function listing(results: SearchPage['results']): string {
  return table(results, [
    { title: 'resource', of: ({ resource }) => resource.name },
    { title: 'slug', of: ({ resource }) => resource.slug },
    { title: 'kind', of: ({ resource }) => resource.kind },
    { title: 'sleeps', of: ({ resource }) => resource.capacity },
    { title: 'left', of: ({ unitsLeft }) => unitsLeft },
    { title: 'nights', of: ({ nights }) => nights },
    { title: 'features', of: ({ resource }) => resource.features.join(' ') },
    { title: 'plan', of: ({ cheapest }) => cheapest?.ratePlanCode ?? null },
    { title: 'total', of: ({ cheapest }) => totalOf(cheapest) },
    { title: 'cancellation', of: ({ cheapest }) => cancellationOf(cheapest) },
  ]);
}

type Offer = SearchPage['results'][number]['cheapest'];

/** In the currency that was asked for, where there is a rate. */
function totalOf(offer: Offer): string | null {
  if (offer?.displayTotal)
    return formatMoney(offer.displayTotal.amountMinorUnits, offer.displayTotal.currency);
  return offer?.totalMinorUnits ? formatMoney(offer.totalMinorUnits, offer.currency) : null;
}

function cancellationOf(offer: Offer): string | null {
  if (!offer?.refundability) return null;
  const words = offer.refundability.replaceAll('_', ' ');
  return offer.freeUntil === null ? words : `${words}, free until ${offer.freeUntil.slice(0, 16)}Z`;
}

function ages(list: string): number[] {
  const given = list.split(',').map(Number);
  if (/^\d+(,\d+)*$/.test(list) && given.every((age) => age <= 17)) return given;
  throw new InvalidArgumentError('They must be ages from 0 to 17, such as 4,9.');
}
