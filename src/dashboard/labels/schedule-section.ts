import type { Section } from "./form-section.ts";

/** When a link begins and ends. */
export const SCHEDULE_SECTION: Section = {
  title: "Schedule",
  folded: true,
  words: {
    "schedule.activeFrom": { label: "Begins", hint: "Before, visitors are told from when." },
    "schedule.activeUntil": { label: "Ends", hint: "After it, visitors are told that the offer has ended." },
    "schedule.endedUrl": {
      label: "Web page before and after",
      hint: "Where visitors are led instead of being told.",
    },
  },
};
