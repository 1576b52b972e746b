/**
 * The colors of every page, for shoppers and for signed-in people, in light and dark. Text has a contrast of at least 4.5
 * to its background, and the borders of controls of at least 3.
 */
export const PAGE_COLORS = `:root{color-scheme:light dark;--ground:#f6f5f1;--sheet:#fff;--ink:#1d1f1c;--quiet:#5a5f57;--line:#dfe0d9;--edge:#868b81;--accent:#0b6b3a;--on-accent:#fff;--tint:#e6f1ea;--danger:#b3261e;--danger-tint:#fbeae8;--warn:#7a4f00;--warn-tint:#fbf0d9}
@media (prefers-color-scheme:dark){:root{--ground:#131513;--sheet:#1c1f1c;--ink:#edefe9;--quiet:#a9afa5;--line:#353a35;--edge:#7b8279;--accent:#7fd6a3;--on-accent:#0c1f14;--tint:#1f3228;--danger:#ff9c92;--danger-tint:#3a1f1c;--warn:#f0c46c;--warn-tint:#352a14}}`;
