import { describe, expect, test } from "vitest";
import { readStartArguments } from "../../src/surfaces/cli/commands/start.ts";

describe("npm start -- --trust-host", () => {
  test("becomes a variable for the Worker and no argument of wrangler", () => {
    const args = [
      "--port",
      "8799",
      "--trust-host",
      "192.168.1.20",
      "--trust-host=Phone.Local:8787",
      "--live",
    ];
    expect(readStartArguments(args).rest).toEqual([
      ...["--port", "8799", "--live"],
      ...["--var", "SIGN_IN_HOSTS:192.168.1.20,phone.local"],
    ]);
    expect(readStartArguments(["--trust-host", "[FD00::1]:8787"]).rest).toContain("SIGN_IN_HOSTS:[fd00::1]");
  });

  test("leaves all other arguments as they are", () => {
    const args = [
      "--port",
      "0",
      "-c",
      "a.json",
      "--persist-to",
      "state",
      "--var",
      "A:b:c",
      "--ip",
      "0.0.0.0",
    ];
    const { values, rest } = readStartArguments(args);
    expect(rest).toEqual(args);
    expect(values).toMatchObject({ config: "a.json", "persist-to": "state", var: ["A:b:c"] });
  });

  test.each(["", "a b", "http://localhost", "host/path", "user@host", "host?q", "a,b"])(
    "rejects the invalid host %j",
    (host) => {
      expect(() => readStartArguments(["--trust-host", host])).toThrow("--trust-host must be a host name");
    },
  );

  test("rejects a missing host", () => {
    expect(() => readStartArguments(["--trust-host"])).toThrow("--trust-host must be a host name");
  });
});
