// The policies, by the sentence that each of them keeps.

import { imagesAreNamed, migrationsAreOfTheSameVersion } from './images.ts';
import { edgesLeadSomewhere, fewLeaveTheCluster, nobodyTalksByDefault } from './network.ts';
import {
  podsAreAskedAfter,
  podsAreBounded,
  podsAreRestricted,
  podsAreSpread,
  rolloutsLoseNothing,
} from './pods.ts';
import type { Policy } from './policy.ts';
import { drainsAreBudgeted, lagIsReadWhereItIs, servicesScale } from './scaling.ts';
import {
  migrationsAreToldTheirDatabase,
  portsAreWhatTheServiceIsTold,
  secretsStandNowhere,
  settingsAreKnownAndWhole,
} from './settings.ts';
import { referencesExist, selectorsMeetPods, theEdgeLeadsToTheDoors } from './wiring.ts';

export const policies = {
  'every pod is restricted': podsAreRestricted,
  'every container asks for what it needs, and is stopped before it eats the node’s memory': podsAreBounded,
  'every pod is asked whether it began, lives and is ready': podsAreAskedAfter,
  'a rollout loses no request': rolloutsLoseNothing,
  'replicas do not stand on one host or in one zone': podsAreSpread,
  'every service is scaled by exactly one, on CPU at least': servicesScale,
  'lag is read where it is': lagIsReadWhereItIs,
  'a drained node takes one pod of a service at a time': drainsAreBudgeted,
  'nobody talks to anybody unless a policy says so': nobodyTalksByDefault,
  'ports that policies open are ports of their pods': edgesLeadSomewhere,
  'only those who must leave the cluster may': fewLeaveTheCluster,
  'selectors and ports meet pods': selectorsMeetPods,
  'what is referred to exists': referencesExist,
  'the edge leads to the public doors and nowhere else': theEdgeLeadsToTheDoors,
  'every image is named to its tag or digest': imagesAreNamed,
  'migrations are those of the version that waits for them': migrationsAreOfTheSameVersion,
  'a service is told what it knows, and all it needs': settingsAreKnownAndWhole,
  'a migration is told its database alone': migrationsAreToldTheirDatabase,
  'no secret stands in a manifest': secretsStandNowhere,
  'a service listens where the cluster thinks it does': portsAreWhatTheServiceIsTold,
} satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;
