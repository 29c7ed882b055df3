// The import rules: which folder may import which. Each rule has a fixture in deploy/local/import-rule-fixtures that breaks
// it; `deploy/local/import-rules.int.test.ts` checks that it is caught.

/** Tests beside the code, and everything in a `test` folder. */
const TEST = '(\\.test\\.tsx?$|/test/)';
const PACKAGE = '^(packages/(?:contracts/|kit/)?[^/]+|services/[^/]+|test-e2e|deploy/[^/]+)/';

/** Packages that talk to something outside the process. */
const DRIVERS = 'node_modules/(pg|drizzle-orm|ioredis|stripe|nodemailer|undici|@nats-io/[^/]+)/';

/** Verifies a provider's signature with the provider's own library, which sends nothing for that. */
const SIGNATURES = '/src/inbound/verify-signature\\.ts$';

/** The files and folders that every service has, and no others. */
const ANATOMY = [
  '/src/(main|app|settings|settings\\.test|metrics|migrate|migrations)\\.ts$',
  '/src/(domain|use-cases|ports|wire|inbound|outbound)/',
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-imports-kernel-only',
      'The domain is pure: no drivers, no contracts, no modules of Node.',
      { path: '^services/([^/]+)/src/domain/', pathNot: TEST },
      { pathNot: ['^services/$1/src/domain/', '^packages/kernel/'] },
    ),
    rule(
      'use-cases-import-domain-and-ports',
      'A use case names what it needs in ports/; app.ts decides what provides it.',
      { path: '^services/([^/]+)/src/(use-cases|ports)/', pathNot: TEST },
      {
        pathNot: ['^services/$1/src/(domain|use-cases|ports)/', '^packages/(kernel|contracts|kit/runtime)/'],
      },
    ),
    rule(
      'inbound-does-not-import-outbound',
      'A request reaches outbound code through the ports.',
      { path: '^services/([^/]+)/src/inbound/', pathNot: TEST },
      { path: '^services/$1/src/outbound/' },
    ),
    rule(
      'outbound-imports-domain-and-ports',
      'Outbound code implements ports; what it sends is mapped in wire/.',
      { path: '^services/([^/]+)/src/outbound/', pathNot: TEST },
      { path: '^services/$1/src/(inbound|use-cases)/' },
    ),
    rule(
      'wire-is-used-by-both-sides',
      'The one mapping between contract and domain: what it maps comes from inside.',
      { path: '^services/([^/]+)/src/wire/', pathNot: TEST },
      { path: '^services/$1/src/(inbound|outbound)/' },
    ),
    rule(
      'drivers-in-outbound-only',
      'Databases, brokers and providers are used in outbound; app.ts opens them.',
      { path: '^services/[^/]+/src/', pathNot: [TEST, '/src/outbound/', '/src/app\\.ts$', SIGNATURES] },
      { path: DRIVERS },
    ),
    rule(
      'drizzle-is-loaded-once',
      'Its ES modules take 0.8 s of processor time at each start: kit/postgres loads it as CommonJS.',
      { path: '^(packages|services)/', pathNot: '^packages/kit/postgres/src/columns/drizzle\\.ts$' },
      { path: '(^|node_modules/)drizzle-orm(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'composition-root-is-not-imported',
      'app.ts imports all parts of a service; only main.ts imports app.ts.',
      { path: '^services/([^/]+)/src/[^/]+/', pathNot: TEST },
      { path: '^services/$1/src/(app|main|migrate|settings)\\.ts$' },
    ),
    rule(
      'service-files-are-in-their-place',
      'Every service has the same files and folders; tests and their helpers are in test/ or beside the code.',
      { path: '^services/[^/]+/src/', pathNot: ANATOMY },
      {},
    ),
    rule(
      'test-helpers-are-not-in-src',
      'A helper of tests is in test/, where production code cannot import it.',
      { path: '^(services|packages)/', pathNot: TEST },
      {
        path: ['^(services|packages)/.+/test/', '^(services|packages)/.+/test-[^/]+\\.ts$'],
        pathNot: '^packages/kit/testing/',
      },
    ),
    rule(
      'services-do-not-import-one-another',
      'A service knows another one by its contract.',
      { path: '^services/([^/]+)/' },
      { path: '^services/', pathNot: '^services/$1/' },
    ),
    rule(
      'deployments-import-settings-only',
      'A deployment is checked against the settings that a service reads, and against nothing else of it.',
      { path: '^deploy/' },
      { path: '^services/', pathNot: '^services/[^/]+/src/settings\\.ts$' },
    ),
    rule(
      'contracts-import-zod-only',
      'A contract is shapes: no behaviour, no kit, no service.',
      { path: '^packages/contracts/', pathNot: TEST },
      { pathNot: ['^packages/contracts/', 'node_modules/zod/'] },
    ),
    rule(
      'kit-imports-no-context',
      'The kit knows nothing of lodging.',
      { path: '^packages/kit/' },
      { path: '^(packages/(contracts|emulators|operations)|services|test-e2e|deploy)/' },
    ),
    rule(
      'operations-import-kit-and-kernel-only',
      'Timeline and recovery are given to the services, which say what they know of a stay.',
      { path: '^packages/operations/', pathNot: TEST },
      { pathNot: ['^packages/(operations|kit|kernel)/', 'node_modules/(@nats-io|@opentelemetry)/'] },
    ),
    rule(
      'kernel-imports-nothing',
      'The kernel has no dependencies.',
      { path: '^packages/kernel/', pathNot: TEST },
      { pathNot: '^packages/kernel/' },
    ),
    rule(
      'emulators-import-nothing-of-ours',
      'Emulators stand for foreign systems, so they know only those systems’ protocols.',
      { path: '^packages/emulators/' },
      { path: '^(packages/(?!emulators)|services|test-e2e|deploy)' },
    ),
    rule(
      'widget-imports-the-client-only',
      'The booking component runs on other people’s pages: it has Lit and the API’s client.',
      { path: '^packages/widget/src/', pathNot: TEST },
      {
        pathNot: [
          '^packages/widget/src/',
          '^packages/client/src/index\\.ts$',
          'node_modules/(lit|lit-html|lit-element|@lit/[^/]+)/',
        ],
      },
    ),
    rule(
      'widget-machine-is-pure',
      'What the component does next depends on nothing but its model and what happens.',
      { path: '^packages/widget/src/machine/', pathNot: TEST },
      { pathNot: ['^packages/widget/src/machine/', '^packages/widget/src/api/records\\.ts$'] },
    ),
    rule(
      'console-imports-client-and-format-only',
      'The console has the API through its client, and nothing of the services.',
      { path: '^packages/console/src/', pathNot: TEST },
      {
        pathNot: [
          '^packages/console/src/',
          '^packages/(client|format)/src/index\\.ts$',
          'node_modules/(react|react-dom|react-aria-components|@tanstack/[^/]+|lucide-react|uplot|temporal-polyfill)/',
          'node_modules/@types/react(-dom)?/',
        ],
      },
    ),
    rule(
      'console-domain-is-pure',
      'What the page computes depends on nothing but what it is given: no React, no API, no clock.',
      { path: '^packages/console/src/domain/', pathNot: TEST },
      { pathNot: ['^packages/console/src/domain/', '^packages/(client|format)/src/index\\.ts$'] },
    ),
    rule(
      'kit-in-ui-only',
      'Components and icons of others are wrapped in ui/, so that a screen has one kind of each.',
      { path: '^packages/console/src/', pathNot: '^packages/console/src/ui/' },
      { path: '(^|node_modules/)(react-aria-components|react-aria|react-stately|lucide-react)(/|$)' },
    ),
    rule(
      'screens-do-not-import-screens',
      'What two screens share is in ui/, api/ or domain/.',
      { path: '^packages/console/src/screens/([^/]+)/' },
      { path: '^packages/console/src/screens/', pathNot: '^packages/console/src/screens/$1/' },
    ),
    rule(
      'console-is-imported-as-built',
      'Services and deployments have the files of the console, not its code.',
      { path: '^(services|deploy|test-e2e)/' },
      { path: '^packages/console/', pathNot: '^packages/console/build\\.ts$' },
    ),
    rule(
      'cli-imports-public-contract-only',
      'The command line uses the admin API and nothing else.',
      { path: '^packages/cli/', pathNot: TEST },
      { path: ['^(services|deploy|test-e2e|packages/(?!cli/|kernel/|contracts/public/))', DRIVERS] },
    ),
    rule(
      'mcp-imports-client-and-sdk-only',
      'The tools for agents use the API as every other client does: through the client.',
      { path: '^packages/mcp/src/', pathNot: TEST },
      {
        pathNot: [
          '^packages/mcp/(src/|package\\.json$)',
          '^packages/client/src/index\\.ts$',
          'node_modules/(@modelcontextprotocol/server|zod)/',
        ],
        dependencyTypesNot: ['core'],
      },
    ),
    rule(
      'client-imports-nothing',
      'The client is installed elsewhere, by itself: what it imports would have to be installed too.',
      { path: '^packages/client/src/', pathNot: TEST },
      { pathNot: '^packages/client/src/' },
    ),
    rule(
      'end-to-end-imports-public-contract-only',
      'End-to-end tests see the product through HTTP.',
      { path: '^test-e2e/' },
      {
        path: '^(services|deploy|packages/(?!contracts/public/|client/))',
        // The fault suite starts the servers itself, to stop them.
        pathNot: '^packages/kit/testing/src/servers/index\\.ts$',
      },
    ),
    rule(
      'production-imports-no-test-tools',
      'Production code loads nothing that only tests need.',
      {
        path: '^(services|packages/(?!kit/testing/|emulators/))',
        pathNot: [TEST, '/vitest\\.config\\.ts$'],
      },
      { path: ['^packages/(kit/testing|emulators)/', 'node_modules/(vitest|fast-check|testcontainers)/'] },
    ),
    rule(
      'one-entry-point-per-package',
      'A package is imported through src/index.ts.',
      { path: PACKAGE },
      {
        path: '^packages/(contracts/|kit/)?[^/]+/src/',
        pathNot: [
          '^$1/',
          '^packages/(contracts/|kit/)?[^/]+/src/index\\.ts$',
          // The servers that a local copy and a test run start alike.
          '^packages/kit/testing/src/servers/index\\.ts$',
        ],
      },
    ),
    rule('no-cycles', 'Two files that import each other are one file.', {}, { circular: true }),
    rule('imports-resolve', 'An import exists and is declared.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // These break the rules on purpose; the test of the rules reads each of them by itself.
    exclude: { path: '/import-rule-fixtures/' },
    // Types count: a domain that names a driver's type depends on the driver.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
