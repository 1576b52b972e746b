import manifest from "../../package.json" with { type: "json" };

/** The version of the service and of its interface, from the one place that has it. */
export const VERSION: string = manifest.version;
