import { expect, test } from "vitest";
import { PROBLEMS, type Problem, problemResponse } from "../../src/features/short-links/problems.ts";

test("the page of a problem shows the message, is built once, and has an id per request", async () => {
  const { page: _, ...unseen } = PROBLEMS.unknown as Problem;
  const problem: Problem = unseen;
  const answer = (correlationId: string) =>
    problemResponse(
      new Request("https://go.example/abcd2345", { headers: { Accept: "text/html" } }),
      problem,
      correlationId,
    );
  const first = answer("first-visit");
  const made = problem.page;
  const second = answer("second-visit");
  expect(problem.page).toBe(made);
  expect([first, second].map(({ status, headers }) => [status, headers.get("X-Correlation-ID")])).toEqual([
    [404, "first-visit"],
    [404, "second-visit"],
  ]);
  const text = await first.text();
  expect(text).toContain(`<p>${problem.message}</p>`);
  expect(text).toContain(problem.title);
  expect(await second.text()).toBe(text);
});

test("an unknown link is 404, and an ended or future link is 410", () => {
  const { unknown, inactive, scheduled, ended } = PROBLEMS;
  expect([unknown, inactive, scheduled, ended].map(({ status }) => status)).toEqual([404, 410, 410, 410]);
});
