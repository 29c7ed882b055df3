// What `sdk-node` imports by name of modules that are left out (node-sdk.ts). A name that is missing here fails every start.

export const mergeHeadersConfig = fail;
export const mergePropagatorCompositeConfig = fail;
export const mergeResourceAttributesConfig = fail;
export const parseConfigFile = fail;

function fail(): never {
  throw new Error('telemetry is configured in code, not by a file');
}
