import { fewProxiesAreTrusted, previousSettingsAreKept, strangersComeByTheProxies } from './edge.ts';
import { databasesKeepTheirVersion, imagesArePinned, migrationsHaveTheSameVersion } from './images.ts';
import {
  egressIsRestricted,
  noPolicyOpensAllEgress,
  openPortsExist,
  trafficIsDeniedByDefault,
} from './network.ts';
import {
  podsHaveProbes,
  podsAreBounded,
  podsAreRestricted,
  podsAreSpread,
  rolloutsLoseNoRequests,
} from './pods.ts';
import type { Policy } from './policy.ts';
import { edgeRoutesToPublicPorts } from './public-paths.ts';
import { servicesHaveDisruptionBudgets, servicesHaveOneAutoscaler } from './scaling.ts';
import {
  collectorsDecideOnTraces,
  migrationsGetTheirDatabaseOnly,
  portsMatchSettings,
  manifestsHaveNoSecrets,
  settingsAreComplete,
} from './settings.ts';
import { databasesAreWatched, referencesExist, selectorsMatchPods } from './wiring.ts';

export const policies = {
  'every pod is restricted': podsAreRestricted,
  'every container has resource requests and a memory limit': podsAreBounded,
  'every pod has startup, liveness and readiness probes': podsHaveProbes,
  'a rollout loses no request': rolloutsLoseNoRequests,
  'replicas are spread over hosts and zones': podsAreSpread,
  'every service has exactly one autoscaler, on CPU': servicesHaveOneAutoscaler,
  'every service has a disruption budget': servicesHaveDisruptionBudgets,
  'all traffic is denied by default': trafficIsDeniedByDefault,
  'network policies open ports that their pods have': openPortsExist,
  'only payments, channels and notifications have egress from the cluster': egressIsRestricted,
  'no network policy opens all egress': noPolicyOpensAllEgress,
  'selectors and ports match pods': selectorsMatchPods,
  'every database is watched': databasesAreWatched,
  'references resolve': referencesExist,
  'the edge routes to the public ports only': edgeRoutesToPublicPorts,
  'strangers come by the proxies of the edge': strangersComeByTheProxies,
  'few proxies are trusted to name their clients': fewProxiesAreTrusted,
  'the previous settings are kept for a rollback': previousSettingsAreKept,
  'every image has a tag or digest': imagesArePinned,
  'a database keeps its version': databasesKeepTheirVersion,
  'migrations and service have the same version': migrationsHaveTheSameVersion,
  'services get all required settings, and none that they do not read': settingsAreComplete,
  'a migration job gets MIGRATIONS_URL only': migrationsGetTheirDatabaseOnly,
  'no manifest contains a secret': manifestsHaveNoSecrets,
  'a collector gets all traces': collectorsDecideOnTraces,
  'port settings match container ports': portsMatchSettings,
} satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;
