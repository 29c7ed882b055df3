/** Tests beside the code, and everything in a `test` folder. */
const TEST = '(\\.test\\.ts$|/test/)';
const PACKAGE = '^(packages/(?:contracts/|kit/)?[^/]+|services/[^/]+|test-e2e|deploy/[^/]+)/';

/** Drivers: packages that talk to something outside the process. */
const DRIVERS = 'node_modules/(pg|drizzle-orm|ioredis|stripe|nodemailer|undici|@nats-io/[^/]+)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Reads a provider's signature with the provider's own library, which sends nothing for that. */
const SIGNATURES = '/src/inbound/verify-signature\\.ts$';

module.exports = {
  forbidden: [
    rule(
      'domain-knows-only-the-kernel',
      'The domain is pure: no drivers, no contracts, not even the standard library of Node.',
      { path: '^services/([^/]+)/src/domain/', pathNot: TEST },
      { pathNot: ['^services/$1/src/domain/', '^packages/kernel/'] },
    ),
    rule(
      'use-cases-know-domain-and-ports',
      'A use case names what it needs in ports.ts; who provides it is decided in app.ts.',
      { path: '^services/([^/]+)/src/use-cases/', pathNot: TEST },
      {
        pathNot: [
          '^services/$1/src/(domain/|use-cases/|ports[/.])',
          '^packages/(kernel|contracts|kit/runtime)/',
        ],
      },
    ),
    rule(
      'inbound-never-meets-outbound',
      'What comes in reaches what goes out through a use case.',
      { path: '^services/([^/]+)/src/inbound/', pathNot: TEST },
      { path: '^services/$1/src/outbound/' },
    ),
    rule(
      'outbound-never-meets-inbound',
      'What goes out knows nothing of who asked.',
      { path: '^services/([^/]+)/src/outbound/', pathNot: TEST },
      { path: '^services/$1/src/inbound/' },
    ),
    rule(
      'drivers-live-in-outbound',
      'Databases, brokers and providers are spoken to in outbound/ alone; app.ts builds them.',
      { path: '^services/[^/]+/src/', pathNot: [TEST, '/src/outbound/', '/src/app\\.ts$', SIGNATURES] },
      { path: DRIVERS },
    ),
    rule(
      'nobody-imports-the-composition-root',
      'app.ts knows everybody; nobody knows app.ts but main.ts.',
      { path: '^services/([^/]+)/src/[^/]+/', pathNot: TEST },
      { path: '^services/$1/src/(app|main|migrate|settings)\\.ts$' },
    ),
    rule(
      'services-never-import-one-another',
      'A neighbour is its contract, on the wire.',
      { path: '^services/([^/]+)/' },
      { path: '^services/', pathNot: '^services/$1/' },
    ),
    rule(
      'deployments-know-services-by-their-settings',
      'What a deployment checks itself against is what a service reads from its environment, and no more of it.',
      { path: '^deploy/' },
      { path: '^services/', pathNot: '^services/[^/]+/src/settings\\.ts$' },
    ),
    rule(
      'contracts-are-shapes',
      'A contract is zod and other shapes: no behaviour, no kit, no service.',
      { path: '^packages/contracts/', pathNot: TEST },
      { pathNot: ['^packages/contracts/', 'node_modules/zod/'] },
    ),
    rule(
      'kit-knows-no-context',
      'The kit could serve another product.',
      { path: '^packages/kit/' },
      { path: '^(packages/(contracts|emulators)|services|test-e2e|deploy)/' },
    ),
    rule(
      'kernel-knows-nobody',
      'The kernel has no dependencies.',
      { path: '^packages/kernel/', pathNot: TEST },
      { pathNot: '^packages/kernel/' },
    ),
    rule(
      'emulators-know-nobody',
      'They play strangers, so they know only the strangers’ protocols.',
      { path: '^packages/emulators/' },
      { path: '^(packages/(?!emulators)|services|test-e2e|deploy)' },
    ),
    rule(
      'the-command-line-knows-the-public-contract',
      'An operator’s machine has the admin API and nothing else.',
      { path: '^packages/cli/' },
      { path: ['^(services|deploy|test-e2e|packages/(?!cli/|kernel/|contracts/public/))', DRIVERS] },
    ),
    rule(
      'end-to-end-knows-the-public-contract',
      'Black box: what it checks, it sees through HTTP.',
      { path: '^test-e2e/' },
      { path: '^(services|deploy|packages/(?!contracts/public/))' },
    ),
    rule(
      'production-is-free-of-test-tools',
      'Nothing that only tests need is loaded where money is at stake.',
      {
        path: '^(services|packages/(?!kit/testing/|emulators/))',
        pathNot: [TEST, '/vitest\\.config\\.ts$', '/test/'],
      },
      { path: ['^packages/(kit/testing|emulators)/', 'node_modules/(vitest|fast-check|testcontainers)/'] },
    ),
    rule(
      'one-door-per-package',
      'Others come in through src/index.ts.',
      { path: PACKAGE },
      {
        path: '^packages/(contracts/|kit/)?[^/]+/src/',
        // kit/testing has a second door: the servers that a local copy and a test run start alike.
        pathNot: [
          '^$1/',
          '^packages/(contracts/|kit/)?[^/]+/src/index\\.ts$',
          '^packages/kit/testing/src/servers/index\\.ts$',
        ],
      },
    ),
    rule('no-circles', 'Two files that need each other are one file.', {}, { circular: true }),
    rule('imports-resolve', 'What is imported exists and is declared.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Made to break the law; the test of the law cruises each of them by itself.
    exclude: { path: '/import-rule-fixtures/' },
    // Types count: a domain that names a driver's type depends on the driver.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
