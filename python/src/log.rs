//! Logs: read from files or tables, and made by models.

#[allow(dead_code)] // the command line also reads whole files
#[path = "../../src/bin/subtorus/command_line/unpack.rs"]
mod unpack;

use crate::arguments::{Setting, with};
use crate::error::{Failure, parts};
use crate::interrupt::{Interrupt, attached, interruptible};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use subtorus::experiment::{Experiment, permalink};
use subtorus::formats::identity::{Sha256Hex, log_name, sha256_hex};
use subtorus::formats::{ColumnChoice, LogReader, Marked, Reading, swf};
use subtorus::papers::SAMPLES;
use subtorus::time::Decimal;
use subtorus::workload::{Column, Columns, Header, Selected, Selection, Whole, Workload, size};
use unpack::{ReadError, read_pieces};

/// The logs that come with the page, packed.
const PACKED_SAMPLES: [(&str, &[u8]); 4] = [
    ("NASA-iPSC-1993-3.1-cln.swf.gz", include_bytes!("../../samples/NASA-iPSC-1993-3.1-cln.swf.gz")),
    ("SDSC-Par-1996-3.1-cln.swf.gz", include_bytes!("../../samples/SDSC-Par-1996-3.1-cln.swf.gz")),
    ("SDSC-SP2-1998-4.2-cln.swf.gz", include_bytes!("../../samples/SDSC-SP2-1998-4.2-cln.swf.gz")),
    ("mira_walltime.swf.gz", include_bytes!("../../samples/mira_walltime.swf.gz")),
];

/// Where the text of a log is.
enum Origin {
    File(PathBuf),
    Sample(&'static [u8]),
    /// Nowhere: its text is what `swf::write` makes of it.
    Memory,
}

/// A log and what is known of its file.
pub struct LogData {
    /// What was read.
    pub reading: Reading,
    /// Its name in permalinks.
    pub name: String,
    /// The columns that were chosen for it.
    pub columns: ColumnChoice,
    origin: Origin,
    sha256: OnceLock<String>,
    /// The jobs of the last run: scripts run the same jobs again and again.
    selected: Mutex<Option<Chosen>>,
}

/// A selection, the scale of estimates, and the jobs that they give.
type Chosen = (Selection, Decimal, Arc<(Workload, Selected)>);

impl LogData {
    fn new(reading: Reading, name: String, columns: ColumnChoice, origin: Origin) -> Result<LogData, Failure> {
        if reading.log.columns.is_empty() {
            return Err(match reading.diagnostics.into_iter().next() {
                Some(diagnostic) => Failure::Input(diagnostic),
                None => Failure::new("log", "holds no job", "at least one job", ""),
            });
        }
        let (sha256, selected) = (OnceLock::new(), Mutex::new(None));
        Ok(LogData { reading, name, columns, origin, sha256, selected })
    }

    /// A log that was made here. It names jobs and processors only if `header` does.
    fn made(columns: Columns, header: Header, name: &str) -> Result<LogData, Failure> {
        let log = subtorus::workload::Log::from_columns(header, columns, 0).map_err(|error| Failure::of(&error))?;
        let reading = Reading { log, diagnostics: Vec::new(), remedies: Vec::new(), format: "", columns: Vec::new() };
        LogData::new(reading, log_name(name), ColumnChoice::default(), Origin::Memory)
    }

    /// The digest of its text, which is read again for it.
    pub fn sha256(&self) -> Result<String, Failure> {
        if let Some(known) = self.sha256.get() {
            return Ok(known.clone());
        }
        let mut digest = Sha256Hex::default();
        let found = match &self.origin {
            Origin::Memory => sha256_hex(swf::write(&self.reading.log).as_bytes()),
            Origin::File(path) => {
                pieces(path, open(path)?, |piece| piece, &mut |piece: Vec<u8>| digest.take(&piece))?;
                digest.finish()
            }
            Origin::Sample(bytes) => {
                pieces(Path::new(&self.name), *bytes, |piece| piece, &mut |piece: Vec<u8>| digest.take(&piece))?;
                digest.finish()
            }
        };
        Ok(self.sha256.get_or_init(|| found).clone())
    }

    /// The jobs of an experiment, and the numbers of those that it leaves out.
    pub fn selected(&self, experiment: &Experiment) -> Arc<(Workload, Selected)> {
        let (selection, scale) = (experiment.selection, experiment.estimate_scale);
        let mut last = self.selected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, known_scale, jobs)) = &*last
            && (*known, *known_scale) == (selection, scale)
        {
            return jobs.clone();
        }
        let jobs = Arc::new(experiment.select(&self.reading.log));
        *last = Some((selection, scale, jobs.clone()));
        jobs
    }

    /// Makes this the log of an experiment, with its digest if a permalink is wanted.
    pub fn become_log_of(&self, experiment: &mut Experiment, with_digest: bool) -> Result<(), Failure> {
        experiment.log = Some(self.name.clone());
        experiment.log_url = None;
        experiment.columns = self.columns.clone();
        experiment.sha256 = if with_digest { Some(self.sha256()?) } else { None };
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::System { path: path.into(), error })
}

fn pieces<P: Send>(
    path: &Path,
    reader: impl Read + Send,
    prepare: impl Fn(Vec<u8>) -> P + Send,
    take: &mut dyn FnMut(P),
) -> Result<(), Failure> {
    read_pieces(reader, prepare, take).map_err(|error| match error {
        ReadError::System(error) => Failure::System { path: path.into(), error },
        ReadError::Unpack(_) => Failure::at(&path.display().to_string(), &error),
    })
}

/// Reads a log with the parameters `column` and `estimate-scale` of an experiment.
fn read(path: &Path, reader: impl Read + Send, settings: &[Setting], origin: Origin) -> Result<LogData, Failure> {
    let experiment = with(Experiment::default(), settings)?;
    let mut log = LogReader::with_columns(experiment.columns.clone()).scaling_estimates(experiment.estimate_scale);
    pieces(path, reader, Marked::of, &mut |piece| log.take_marked(&piece))?;
    let name = path.file_name().map_or("log".into(), |name| name.to_string_lossy().into_owned());
    LogData::new(log.finish_telling(), log_name(&name), experiment.columns, origin)
}

/// A log of jobs.
#[pyclass(frozen, module = "subtorus._engine")]
pub struct Log {
    pub data: Arc<LogData>,
}

/// Values as bytes of the machine's own order, for `numpy.frombuffer`.
fn bytes<'py, T: Whole>(py: Python<'py>, column: &Column<T>) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, column.len() * 8, |buffer| {
        let mut values = column.unpacked();
        for (place, slot) in buffer.chunks_exact_mut(8).enumerate() {
            slot.copy_from_slice(&values.at(place).widened().to_ne_bytes());
        }
        Ok(())
    })
}

#[pymethods]
impl Log {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, settings: Vec<Setting>) -> PyResult<Log> {
        let work = move || read(&path, open(&path)?, &settings, Origin::File(path.clone()));
        Ok(Log { data: Arc::new(interruptible(py, &Interrupt::default(), work)?) })
    }

    /// One of the logs that come with the page.
    #[staticmethod]
    fn sample(py: Python<'_>, name: String, settings: Vec<Setting>) -> PyResult<Log> {
        let Some((file, packed)) =
            PACKED_SAMPLES.iter().find(|(file, _)| *file == name || *file == format!("{name}.gz"))
        else {
            let known: Vec<&str> = SAMPLES.iter().map(|sample| sample.file).collect();
            return Err(Failure::new("name", format!("'{name}' is no sample"), &known.join(", "), "").into());
        };
        let work = move || read(Path::new(file), *packed, &settings, Origin::Sample(packed));
        Ok(Log { data: Arc::new(interruptible(py, &Interrupt::default(), work)?) })
    }

    /// The names of the logs that come with the page.
    #[staticmethod]
    fn samples() -> Vec<&'static str> {
        SAMPLES.iter().map(|sample| sample.file).collect()
    }

    /// Reads the pieces of a table of text, which an iterator gives as bytes.
    #[staticmethod]
    fn of_table(pieces: &Bound<'_, PyAny>, name: &str, settings: Vec<Setting>) -> PyResult<Log> {
        let experiment = with(Experiment::default(), &settings)?;
        let mut reader = LogReader::with_columns(experiment.columns.clone());
        for piece in pieces.try_iter()? {
            let piece = piece?;
            let piece = piece.cast::<PyBytes>()?;
            attached(|| {
                reader.take(piece.as_bytes());
                Ok(())
            })?;
        }
        let reading = reader.finish_telling();
        if reading.format.is_empty() {
            let expected = "submit, runtime and processors, or other usual names of these";
            let remedy = "rename the columns, or say with column which is which";
            return Err(Failure::new("frame", "has no rows, or no columns of a log", expected, remedy).into());
        }
        Ok(Log { data: Arc::new(LogData::new(reading, log_name(name), ColumnChoice::default(), Origin::Memory)?) })
    }

    /// Makes a log of columns: names, each with the bytes of 64-bit whole numbers. Columns that are missing are unknown.
    #[staticmethod]
    fn of_columns(columns: &Bound<'_, PyDict>, processors: Option<u32>, name: &str) -> PyResult<Log> {
        let given = |name: &str| -> PyResult<Option<Bound<'_, PyBytes>>> {
            Ok(columns.get_item(name)?.map(|value| value.cast_into::<PyBytes>()).transpose()?)
        };
        let jobs = given("submit")?.map_or(0, |bytes| bytes.as_bytes().len() / 8);
        let made = Columns {
            id: column(given("id")?.as_ref(), "id", jobs, |place| place as i64 + 1)?,
            submit: column(given("submit")?.as_ref(), "submit", jobs, |_| -1)?,
            wait: column(given("wait")?.as_ref(), "wait", jobs, |_| -1)?,
            runtime: column(given("runtime")?.as_ref(), "runtime", jobs, |_| -1)?,
            allocated: column(given("allocated")?.as_ref(), "allocated", jobs, |_| -1)?,
            requested_processors: column(given("processors")?.as_ref(), "processors", jobs, |_| -1)?,
            requested_time: column(given("estimate")?.as_ref(), "estimate", jobs, |_| -1)?,
            status: column(given("status")?.as_ref(), "status", jobs, |_| -1)?,
            user: column(given("user")?.as_ref(), "user", jobs, |_| -1)?,
            queue: column(given("queue")?.as_ref(), "queue", jobs, |_| -1)?,
            partition: column(given("partition")?.as_ref(), "partition", jobs, |_| -1)?,
            ..Columns::default()
        };
        let header = processors.map_or(Header::default(), Header::of_processors);
        let data = attached(|| LogData::made(made, header, name))?;
        Ok(Log { data: Arc::new(data) })
    }

    /// The jobs that the model of an experiment makes.
    #[staticmethod]
    fn of_model(py: Python<'_>, settings: Vec<Setting>) -> PyResult<Log> {
        let work = move || {
            let experiment = with(Experiment { vary: None, ..Experiment::default() }, &settings)?;
            let nodes = experiment.machines[0].node_count();
            LogData::made(columns_of(&experiment.generate()), Header::of_processors(nodes), "model.swf")
        };
        Ok(Log { data: Arc::new(interruptible(py, &Interrupt::default(), work)?) })
    }

    fn __len__(&self) -> usize {
        self.data.reading.log.columns.len()
    }

    /// A column by its name, as bytes of 64-bit whole numbers.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let columns = &self.data.reading.log.columns;
        match name {
            "id" => bytes(py, &columns.id),
            "submit" => bytes(py, &columns.submit),
            "wait" => bytes(py, &columns.wait),
            "runtime" => bytes(py, &columns.runtime),
            "allocated" => bytes(py, &columns.allocated),
            "estimate" => bytes(py, &columns.requested_time),
            "status" => bytes(py, &columns.status),
            "user" => bytes(py, &columns.user),
            "queue" => bytes(py, &columns.queue),
            "partition" => bytes(py, &columns.partition),
            "requested" => bytes(py, &columns.requested_processors),
            _ => {
                let sizes = columns.requested_processors.iter().zip(columns.allocated.iter());
                bytes(py, &sizes.map(|(requested, allocated)| size(requested, allocated)).collect::<Column<_>>())
            }
        }
    }

    /// The shape that each job asks for, if any job asks for one.
    fn shapes(&self) -> Option<Vec<Option<String>>> {
        let columns = &self.data.reading.log.columns;
        let shape = |job| columns.shapes.of(job).map(|extents| extents.joined("x"));
        (!columns.shapes.is_empty()).then(|| (0..columns.len()).map(shape).collect())
    }

    /// The fields of the header, in file order.
    #[getter]
    fn header(&self) -> Vec<(String, String)> {
        self.data.reading.log.header.fields.clone()
    }

    /// The diagnostics of the file, each as place, problem, expectation and remedy.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.data.reading.diagnostics.iter().map(parts))
    }

    /// The number of lines that were dropped because they are no well-formed jobs.
    #[getter]
    fn malformed(&self) -> u32 {
        self.data.reading.log.malformed
    }

    /// The title of the format; empty if the log was not read.
    #[getter]
    fn format(&self) -> &'static str {
        self.data.reading.format
    }

    #[getter]
    fn name(&self) -> &str {
        &self.data.name
    }

    #[getter]
    fn sha256(&self, py: Python<'_>) -> PyResult<String> {
        let data = self.data.clone();
        interruptible(py, &Interrupt::default(), move || data.sha256())
    }

    #[getter]
    fn link(&self, py: Python<'_>) -> PyResult<String> {
        let data = self.data.clone();
        interruptible(py, &Interrupt::default(), move || {
            let mut experiment = Experiment::default();
            data.become_log_of(&mut experiment, true)?;
            Ok(permalink::write(&experiment))
        })
    }

    /// The log in the Standard Workload Format.
    fn swf(&self, py: Python<'_>) -> PyResult<String> {
        let data = self.data.clone();
        interruptible(py, &Interrupt::default(), move || Ok(swf::write(&data.reading.log)))
    }
}

/// A column from the bytes of 64-bit whole numbers, or else from what is given for each place.
fn column<T: Whole>(
    given: Option<&Bound<'_, PyBytes>>,
    name: &str,
    jobs: usize,
    missing: impl Fn(usize) -> i64,
) -> Result<Column<T>, Failure> {
    let Some(given) = given else { return Ok((0..jobs).map(|place| T::narrowed(missing(place))).collect()) };
    let mut column = Column::from_iter([]);
    for (place, bytes) in given.as_bytes().chunks_exact(8).enumerate() {
        let wide = i64::from_ne_bytes(bytes.try_into().unwrap_or_default());
        let value = T::narrowed(wide);
        if value.widened() != wide {
            let expected = format!("a whole number of {} bits", 8 * size_of::<T>());
            return Err(Failure::new(name, format!("{wide} of job {} is too large", place + 1), &expected, ""));
        }
        column.push(value);
    }
    Ok(column)
}

/// The jobs of a model as the columns of a log.
fn columns_of(workload: &Workload) -> Columns {
    let unknown = |_| -1i32;
    let jobs = workload.len();
    let runtime = workload.runtime.clone();
    let sizes: Column<i32> = workload.size.of_kind();
    Columns {
        id: workload.id.clone(),
        submit: workload.submit.clone(),
        wait: (0..jobs).map(|_| -1).collect(),
        requested_time: workload.requested.clone(),
        runtime,
        allocated: sizes.clone(),
        requested_processors: sizes,
        status: (0..jobs).map(|_| 1).collect(),
        user: (0..jobs).map(unknown).collect(),
        queue: (0..jobs).map(unknown).collect(),
        partition: (0..jobs).map(unknown).collect(),
        ..Columns::default()
    }
}
