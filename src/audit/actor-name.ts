/**
 * SQL for the name of an actor: the name of an API key, or the e-mail address of a member, which are kept nowhere else.
 * NULL for a job and for who is not there any more. The arguments are columns, each with its table.
 */
export const actorName = (type: string, id: string, organization: string): string => `CASE ${type}
    WHEN 'api_key' THEN (SELECT name FROM api_keys AS acting
      WHERE acting.id = ${id} AND acting.organization_id = ${organization})
    WHEN 'member' THEN (SELECT email FROM members WHERE members.id = ${id} AND members.organization_id = ${organization})
    END`;
