/**
 * Who is signed in, and how far it reaches. What an owner handed out for a colleague reaches only the owner's organization: else
 * an owner could add somebody of another organization as a member, and enter that organization in their name.
 */
export interface Identity {
  /** In lower case. */
  email: string;
  /** The only organization that is open; null: all organizations of the person. */
  organizationId: string | null;
}

/** A browser in which a person is signed in. */
export interface Session extends Identity {
  id: string;
  /** The browser and system for display, such as "Firefox on Windows". */
  device: string;
  createdAt: string;
  /** When it was last used, to the hour. */
  usedAt: string;
}
