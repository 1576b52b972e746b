import { expect, test } from "vitest";
import { RETENTION_DAYS as BULK_EDIT_DAYS } from "../../src/extras/bulk-edits/bulk-edit.ts";
import { MAX_EXPORTS } from "../../src/extras/exports/export.ts";
import { MAX_FILE_MIB } from "../../src/extras/files/file-content.ts";
import {
  RETENTION_DAYS as IMPORT_DAYS,
  MAX_IMPORT_ROWS,
  MAX_IMPORTS,
} from "../../src/extras/imports/import.ts";
import { MAX_ASKED_PER_DAY, MAX_RECIPIENTS } from "../../src/extras/mail/mail.ts";
import { MAX_WEBHOOKS } from "../../src/extras/webhooks/webhook.ts";
import { MAX_LOGO_BYTES } from "../../src/features/brands/logo-store.ts";
import { MAX_ROWS } from "../../src/features/links/prepare-rows.ts";
import { MAX_FRAME_TEXT } from "../../src/features/qr-codes/code-style.ts";
import { MAX_CHOSEN_CODES } from "../../src/features/qr-codes/get-qr-codes.ts";
import { MAX_OFFERS } from "../../src/features/retailers/choice-offer.ts";
import { MAX_DEFINITION_BYTES } from "../../src/features/retailers/definition.ts";
import { MAX_PASSKEYS } from "../../src/features/sign-in/passkey.ts";
import { SESSION_MS } from "../../src/features/sign-in/session.ts";
import { MAX_NOTE_LENGTH, MAX_NOTES } from "../../src/features/visits/day-notes.ts";
import { UNKNOWN_DAYS } from "../../src/features/visits/unknown-paths.ts";
import { MAX_DAYS } from "../../src/features/visits/visit-range.ts";
import { DEFAULT_QUOTAS } from "../../src/features/writes/quota-check.ts";
import { MAX_METADATA_BYTES } from "../../src/ground/core/metadata.ts";
import { MAX_SLUGS } from "../../src/ground/core/slug.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";
import { MAX_BODY_BYTES } from "../../src/surfaces/api/json-body.ts";

const HOUR = 3_600_000;

// Other tests reach these limits by their names, and documents render them: a wrong number would be a wrong promise everywhere.
test("the numbers that callers and people rely on are those of the first release", () => {
  expect(DEFAULT_QUOTAS).toEqual({
    storedBytes: 2_000_000_000,
    linksPerDay: 50_000,
    codesPerLink: 500,
    projects: 1_000,
    keys: 500,
    domains: 20,
  });
  expect({
    MAX_BODY_BYTES,
    MAX_DEFINITION_BYTES,
    MAX_METADATA_BYTES,
    MAX_URL_LENGTH,
    MAX_LOGO_BYTES,
  }).toEqual({
    MAX_BODY_BYTES: 4_194_304,
    MAX_DEFINITION_BYTES: 1_600_000,
    MAX_METADATA_BYTES: 16_384,
    MAX_URL_LENGTH: 16_384,
    MAX_LOGO_BYTES: 131_072,
  });
  expect({ MAX_ROWS, MAX_SLUGS, MAX_OFFERS, MAX_FRAME_TEXT, MAX_CHOSEN_CODES, MAX_WEBHOOKS }).toEqual({
    MAX_ROWS: 100,
    MAX_SLUGS: 10,
    MAX_OFFERS: 12,
    MAX_FRAME_TEXT: 24,
    MAX_CHOSEN_CODES: 100,
    MAX_WEBHOOKS: 20,
  });
  expect({ MAX_IMPORTS, MAX_IMPORT_ROWS, MAX_FILE_MIB, IMPORT_DAYS, BULK_EDIT_DAYS, MAX_EXPORTS }).toEqual({
    MAX_IMPORTS: 20,
    MAX_IMPORT_ROWS: 20_000,
    MAX_FILE_MIB: 8,
    IMPORT_DAYS: 30,
    BULK_EDIT_DAYS: 30,
    MAX_EXPORTS: 5,
  });
  expect({ MAX_NOTES, MAX_NOTE_LENGTH, MAX_DAYS, UNKNOWN_DAYS }).toEqual({
    MAX_NOTES: 500,
    MAX_NOTE_LENGTH: 80,
    MAX_DAYS: { hour: 31, day: 400, week: 3_660, month: 3_660 },
    UNKNOWN_DAYS: 30,
  });
  expect({ MAX_PASSKEYS, MAX_RECIPIENTS, MAX_ASKED_PER_DAY }).toEqual({
    MAX_PASSKEYS: 20,
    MAX_RECIPIENTS: 100,
    MAX_ASKED_PER_DAY: 50,
  });
  expect(SESSION_MS).toBe(90 * 24 * HOUR);
});
