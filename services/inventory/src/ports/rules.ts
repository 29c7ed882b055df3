import type { Page, Result } from '@lodging/kernel';
import type { KnownPolicies, StoredPolicy, TenantPolicy } from '../domain/rules/cancellation-policy.ts';
import type { TaxRule } from '../domain/rules/tax-rule.ts';
import type { ListPage } from './resources.ts';

/** The rules that apply, in their order, and the version of all that prices of the tenant have in common. */
export interface Catalog {
  readonly version: bigint;
  readonly taxRules: readonly TaxRule[];
  readonly policies: KnownPolicies;
}

/** A rule is identified by the `taxRuleKey` of its code. Each change raises the version of the catalogue in its commit. */
export interface TaxRuleRepository {
  find(tenantId: string, key: string): Promise<TaxRule | undefined>;
  list(tenantId: string, page: Page<string>): Promise<ListPage<TaxRule, string>>;
  /** Changes of one tenant are decided one after the other. */
  put(
    tenantId: string,
    key: string,
    decide: (stored: { readonly rule: TaxRule | undefined; readonly count: number }) => Result<TaxRule>,
  ): Promise<Result<TaxRule>>;
  /** False: there is no such rule. */
  delete(tenantId: string, key: string): Promise<Result<boolean>>;
}

/** A policy is identified by the `policyKey` of its code. Each change raises the version of the catalogue in its commit. */
export interface PolicyRepository {
  find(tenantId: string, key: string): Promise<TenantPolicy | undefined>;
  list(tenantId: string, page: Page<string>): Promise<ListPage<TenantPolicy, string>>;
  /** Changes of one tenant are decided one after the other. `count` is that of its current policies. A default replaces another. */
  put(
    tenantId: string,
    key: string,
    decide: (stored: StoredPolicy & { readonly count: number }) => Result<TenantPolicy>,
  ): Promise<Result<TenantPolicy>>;
  /** False: there is no such policy. */
  delete(
    tenantId: string,
    key: string,
    decide: (stored: StoredPolicy) => Result<unknown>,
  ): Promise<Result<boolean>>;
}
