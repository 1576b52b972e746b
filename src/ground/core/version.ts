import manifest from "../../../package.json" with { type: "json" };

/** The version of the service. */
export const VERSION: string = manifest.version;

/** The version of the interface description. */
export const CONTRACT_VERSION = "1.0.0";
