// One module for what runs without a request: separate modules would need more bytes for what they share.
export { takeMessages } from "./queued.ts";
export { runJobs } from "./scheduled.ts";
