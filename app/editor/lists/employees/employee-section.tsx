import { memo } from 'react';
import { EMPLOYEE_LABELS, EMPLOYEE_MAX_LENGTH, type Employee, type Employees } from '#contract/employees.ts';
import type { VersionId } from '#contract/content-version.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { RowCard } from '#app/editor/lists/row-card.tsx';
import { RowListField, type RowProps } from '#app/editor/lists/row-list.tsx';
import { useRowList } from '#app/editor/lists/use-row-list.ts';
import { blankReason, EMPLOYEES, FIELDS, newEmployee } from './employee-list.ts';

export const EmployeeSection = () => (
  <Loaded from={adminApi.employees} noun="employees">
    {(employees, version) => <EmployeesField saved={employees} version={version} />}
  </Loaded>
);

function EmployeesField(loaded: { saved: Employees; version: VersionId }) {
  const list = useRowList(EMPLOYEES, loaded);
  return (
    <RowListField
      list={list}
      id="employees"
      name="Employees"
      added={{ label: 'Add employee', newRow: newEmployee }}
      empty="No employees yet."
      renderRow={(props) => <EmployeeCard {...props} />}
      renderTheirs={(employee) => FIELDS.map((field) => employee[field]).join(', ')}
    />
  );
}

/** Buttons that type a dash, which the website does not show. */
const NONE: Partial<Record<keyof Employee, string>> = { phoneNumber: 'No phone', email: 'No email' };

const EmployeeCard = memo(function EmployeeCard({ onChange, onSave, ...card }: RowProps<Employee>) {
  const { row: employee } = card;
  const id = `employee-${employee.id}`;
  return (
    <RowCard {...card} id={id} noun="Employee" name={employee.name} value={employee.phoneNumber}>
      {FIELDS.map((field) => (
        <LabeledInput
          key={field}
          id={`${id}-${field}`}
          label={EMPLOYEE_LABELS[field]}
          value={employee[field]}
          required
          problem={blankReason(field, employee[field])}
          hint={
            NONE[field] && (
              <Button look="link" onClick={() => onChange(employee.id, { [field]: '-' })}>
                {NONE[field]}
              </Button>
            )
          }
          maxLength={EMPLOYEE_MAX_LENGTH[field]}
          onType={(text) => onChange(employee.id, { [field]: text })}
          onSave={onSave}
        />
      ))}
    </RowCard>
  );
});
